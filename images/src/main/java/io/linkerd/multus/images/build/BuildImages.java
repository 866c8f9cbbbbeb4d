// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.build;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.layers.BaseImage;
import io.linkerd.multus.localcluster.programs.ConsoleProgress;
import java.io.IOException;
import java.nio.file.Path;

/** Makes the images of the services, and the command line; called by the build, once when the modules are packaged, and once when that is done. */
public final class BuildImages {
    private BuildImages() {}

    /**
     * Makes what is not there yet.
     *
     * @param arguments the folder of the parent pom.xml, the version, and {@code pack} or {@code train}
     */
    public static void main(String... arguments) throws IOException, InterruptedException {
        var project = new Project(Path.of(arguments[0]).toRealPath(), arguments[1]);
        var base = BaseImage.of(System.getProperty("image.base", ""));
        var progress = new ConsoleProgress(System.out);
        var images = new ServiceImages(project, base, progress);
        if (arguments[2].equals("pack")) {
            images.pack();
            new CommandLineBuild(project, images, progress).make();
        } else if (Boolean.parseBoolean(System.getProperty("images.training", "true"))) {
            images.train();
        } else {
            progress.say(
                    "images: not trained, since images.training is not true; what has no cache of an earlier training starts slowly");
        }
    }
}
