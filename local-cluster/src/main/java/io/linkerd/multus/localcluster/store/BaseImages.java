// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.store;

import io.linkerd.multus.localcluster.addons.Addons;
import io.linkerd.multus.localcluster.plan.ClusterPlan;
import io.linkerd.multus.localcluster.programs.Digests;
import io.linkerd.multus.localcluster.programs.LocalImage;
import io.linkerd.multus.localcluster.programs.Toolbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The images that are made here, of the Go tools and the machine's busybox. */
public final class BaseImages {
    /** A shell and its small tools, for pods of tests and people. */
    public static final String BUSYBOX_IMAGE = "localhost/linkerd-multus-cluster/busybox:1";

    /** Any folder: only that it is one goes into the image. */
    private static final Path FOLDER = Path.of("/");

    /** Where upstream's image has its programs, and where its installer looks for them. */
    private static final String MULTUS = "/usr/src/multus-cni/bin/";

    private final Toolbox toolbox;

    /** Makes images of the programs in {@code toolbox}. */
    public BaseImages(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    /** Returns a tar for each image; those that were made before are taken from the cache. */
    public List<Path> tars() throws IOException, InterruptedException {
        var images = toolbox.cache().images();
        var tars = new ArrayList<Path>();
        for (var image : images()) {
            var tar = images.resolve(fileName(image));
            if (!Files.exists(tar)) {
                image.write(tar);
            }
            toolbox.cache().used(tar);
            tars.add(tar);
        }
        return tars;
    }

    private List<LocalImage> images() {
        return Stream.concat(own(), toolbox.images().stream()).toList();
    }

    private Stream<LocalImage> own() {
        return Stream.of(
                LocalImage.of(ClusterPlan.PAUSE_IMAGE, Map.of("/pause", program("pause")), "/pause"),
                LocalImage.of(Addons.COREDNS_IMAGE, Map.of("/coredns", program("coredns")), "/coredns"),
                LocalImage.of(
                        Addons.MULTUS_IMAGE,
                        Map.of(
                                MULTUS + "multus-daemon", program("multus-daemon"),
                                MULTUS + "multus-shim", program("multus-shim"),
                                MULTUS + "install_multus", program("install_multus"),
                                MULTUS + "passthru", program("passthru-cni")),
                        MULTUS + "multus-daemon"),
                LocalImage.of(
                        BUSYBOX_IMAGE,
                        Map.of("/bin/busybox", toolbox.busybox(), "/tmp", FOLDER),
                        "/bin/busybox",
                        "sh"));
    }

    private Path program(String name) {
        return toolbox.programs().resolve(name);
    }

    /** Names a tar after what is in it, so that a change of a program makes another file. */
    private static String fileName(LocalImage image) throws IOException {
        var contents = new ArrayList<String>(
                List.of(image.reference(), image.entryPoint().toString(), image.user()));
        for (var file : image.files().entrySet()) {
            contents.add(file.getKey() + " "
                    + (Files.isDirectory(file.getValue()) ? "" : Digests.ofFileOnce(file.getValue())));
        }
        var name = image.reference().replaceAll(".*/", "").replaceAll(":.*", "");
        return name + "-" + Digests.ofTexts(contents) + ".tar";
    }
}
