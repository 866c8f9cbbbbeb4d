// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import io.linkerd.multus.localcluster.programs.ConsoleProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Makes the images of the services; called by the build, after the modules are packaged. */
public final class BuildImages {
    private BuildImages() {}

    /**
     * Makes what is not there yet.
     *
     * @param arguments the folder of the parent pom.xml, the version; then, where not all are wanted, services
     */
    public static void main(String... arguments) throws IOException, InterruptedException {
        var project = new Project(Path.of(arguments[0]).toRealPath(), arguments[1]);
        var base = BaseImage.of(System.getProperty("image.base", ""));
        var named = List.of(arguments).subList(2, arguments.length);
        var services = Arrays.stream(Service.values())
                .filter(service -> named.isEmpty() || named.contains(service.module()))
                .toList();
        new ServiceImages(project, base, new ConsoleProgress(System.out)).make(services);
    }
}
