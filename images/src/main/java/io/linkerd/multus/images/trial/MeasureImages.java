// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.trial;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Prints how large the images are, how soon they are ready, and what memory they take; without a cluster, as root. Beside each start
 * stands the same image's without its cache of loaded classes, taken in turn: the times are the machine's, their ratio is ours.
 */
public final class MeasureImages {
    private static final int RUNS = 5;
    private static final double MEBIBYTE = 1 << 20;
    private static final double KIBIBYTES = 1 << 10;
    private static final int USER = 1000660000;
    private static final List<String> WITHOUT_CACHE = List.of("-XX:AOTMode=off");

    private final Project project;

    private MeasureImages(Project project) {
        this.project = project;
    }

    /**
     * Runs each image five times either way and prints the runs with the median start.
     *
     * @param arguments the folder of the parent pom.xml, the version
     */
    public static void main(String... arguments) throws IOException, InterruptedException {
        var project = new Project(Path.of(arguments[0]).toRealPath(), arguments[1]);
        var measure = new MeasureImages(project);
        IO.println("image       tar MiB  ready ms  without cache  ratio   RSS MiB  RssAnon   after work: RSS  RssAnon");
        for (var service : Service.values()) {
            measure.print(service);
        }
    }

    private void print(Service service) throws IOException, InterruptedException {
        var with = new ArrayList<ImageTrial.Figures>();
        var without = new ArrayList<ImageTrial.Figures>();
        try (var scratch = ScratchDirectory.create(project.shared(), "measure")) {
            var root = ImageRoot.unpack(project.tar(service), scratch.path());
            for (var run = 0; run < RUNS; run++) {
                with.add(run(service, root, scratch.path().resolve("with-" + run), List.of()));
                without.add(run(service, root, scratch.path().resolve("without-" + run), WITHOUT_CACHE));
            }
        }
        var median = median(with);
        var baseline = median(without).ready().toMillis();
        IO.println("%-10s %8.1f %9d %14d %6.2f %9.1f %8.1f %17.1f %8.1f"
                .formatted(
                        service.module(),
                        Files.size(project.tar(service)) / MEBIBYTE,
                        median.ready().toMillis(),
                        baseline,
                        (double) median.ready().toMillis() / baseline,
                        median.atReady().totalKibibytes() / KIBIBYTES,
                        median.atReady().privateKibibytes() / KIBIBYTES,
                        median.afterWork().totalKibibytes() / KIBIBYTES,
                        median.afterWork().privateKibibytes() / KIBIBYTES));
    }

    /** Each against a server of its own: what one run leaves there is not what the next one expects. */
    private ImageTrial.Figures run(Service service, ImageRoot root, Path directory, List<String> flags)
            throws IOException, InterruptedException {
        try (var cluster = TrainingCluster.start(project, Progress.silent())) {
            var user = service == Service.INSTALLER ? 0 : USER;
            return new ImageTrial(service, root, cluster).run(Files.createDirectories(directory), user, flags);
        }
    }

    private static ImageTrial.Figures median(List<ImageTrial.Figures> runs) {
        return runs.stream()
                .sorted(Comparator.comparing(ImageTrial.Figures::ready))
                .toList()
                .get(runs.size() / 2);
    }
}
