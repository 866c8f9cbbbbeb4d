// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.store;

import io.linkerd.multus.cluster.addons.Addons;
import io.linkerd.multus.cluster.plan.ClusterPlan;
import io.linkerd.multus.cluster.tools.Cache;
import io.linkerd.multus.cluster.tools.Digests;
import io.linkerd.multus.cluster.tools.ImageTar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The images that are made here, of the Go tools and the machine's busybox. */
public final class BaseImages {
    /** A shell and its small tools, for pods of tests and people. */
    public static final String BUSYBOX_IMAGE = "localhost/linkerd-multus-cluster/busybox:1";

    private static final Path BUSYBOX = Path.of("/bin/busybox");
    /** Any folder: only that it is one goes into the image. */
    private static final Path FOLDER = Path.of("/");
    /** Where upstream's image has its programs, and where its installer looks for them. */
    private static final String MULTUS = "/usr/src/multus-cni/bin/";

    private final Cache cache;
    private final Path tools;

    /** Makes images of the programs in {@code tools}. */
    public BaseImages(Cache cache, Path tools) {
        this.cache = cache;
        this.tools = tools;
    }

    /** Returns a tar for each image; those that were made before are taken from the cache. */
    public List<Path> tars() throws IOException, InterruptedException {
        var tars = new ArrayList<Path>();
        for (var image : images()) {
            var tar = cache.images().resolve(fileName(image));
            if (!Files.exists(tar)) {
                image.write(tar, cache.images().resolve("layers"));
            }
            tars.add(tar);
        }
        return tars;
    }

    private List<ImageTar> images() {
        return List.of(
                new ImageTar(ClusterPlan.PAUSE_IMAGE, Map.of("/pause", tools.resolve("pause")), List.of("/pause")),
                new ImageTar(Addons.COREDNS_IMAGE, Map.of("/coredns", tools.resolve("coredns")), List.of("/coredns")),
                new ImageTar(
                        Addons.MULTUS_IMAGE,
                        Map.of(
                                MULTUS + "multus-daemon", tools.resolve("multus-daemon"),
                                MULTUS + "multus-shim", tools.resolve("multus-shim"),
                                MULTUS + "install_multus", tools.resolve("install_multus"),
                                MULTUS + "passthru", tools.resolve("passthru-cni")),
                        List.of(MULTUS + "multus-daemon")),
                new ImageTar(
                        BUSYBOX_IMAGE, Map.of("/bin/busybox", BUSYBOX, "/tmp", FOLDER), List.of("/bin/busybox", "sh")));
    }

    /** Names a tar after what is in it, so that a change of a program makes another file. */
    private static String fileName(ImageTar image) throws IOException {
        var contents = new ArrayList<String>(
                List.of(image.reference(), image.entryPoint().toString()));
        for (var file : image.files().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .toList()) {
            contents.add(file.getKey() + " "
                    + (Files.isDirectory(file.getValue()) ? "" : Digests.ofFileOnce(file.getValue())));
        }
        var name = image.reference().replaceAll(".*/", "").replaceAll(":.*", "");
        return name + "-" + Digests.ofTexts(contents) + ".tar";
    }
}
