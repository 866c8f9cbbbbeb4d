// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.images;

import io.linkerd.multus.cluster.apiserver.ApiServer;
import io.linkerd.multus.cluster.apiserver.ScratchDirectory;
import io.linkerd.multus.cluster.tools.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Prints how large the images are, how soon they are ready, and what memory they take; without a cluster, as root. */
public final class MeasureImages {
    private static final int RUNS = 5;
    private static final double MEBIBYTE = 1 << 20;
    private static final double KIBIBYTES = 1 << 10;
    private static final int USER = 1000660000;

    private MeasureImages() {}

    /**
     * Runs each image five times and prints the run with the median start.
     *
     * @param arguments the folder of the parent pom.xml, the version
     */
    public static void main(String... arguments) throws IOException, InterruptedException {
        var project = new Project(Path.of(arguments[0]).toRealPath(), arguments[1]);
        IO.println("image       tar MiB  ready ms   RSS MiB  RssAnon MiB   after work: RSS  RssAnon");
        for (var service : Service.values()) {
            var median = median(project, service, project.localkube(Progress.silent()));
            IO.println("%-10s %8.1f %9d %9.1f %12.1f %17.1f %8.1f"
                    .formatted(
                            service.module(),
                            Files.size(project.tar(service)) / MEBIBYTE,
                            median.ready().toMillis(),
                            median.atReady().totalKibibytes() / KIBIBYTES,
                            median.atReady().privateKibibytes() / KIBIBYTES,
                            median.afterWork().totalKibibytes() / KIBIBYTES,
                            median.afterWork().privateKibibytes() / KIBIBYTES));
        }
    }

    private static ImageTrial.Figures median(Project project, Service service, Path localkube)
            throws IOException, InterruptedException {
        var runs = new ArrayList<ImageTrial.Figures>();
        try (var scratch = ScratchDirectory.create(project.shared(), "measure");
                var server = new ApiServer(localkube)) {
            Fixtures.apply(server.admin());
            var root = ImageRoot.unpack(project.tar(service), scratch.path());
            for (var run = 0; run < RUNS; run++) {
                var directory = Files.createDirectories(scratch.path().resolve("run-" + run));
                var user = service == Service.INSTALLER ? 0 : USER;
                runs.add(new ImageTrial(service, root, server).run(directory, user, List.of()));
            }
        }
        runs.sort(Comparator.comparing(ImageTrial.Figures::ready));
        return runs.get(RUNS / 2);
    }
}
