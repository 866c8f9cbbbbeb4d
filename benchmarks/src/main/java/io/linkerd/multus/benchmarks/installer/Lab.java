// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.benchmarks.bare.BareKeeper;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.trial.ImageProcess;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where nodes are made and programs of the installer's image are run on them.
 *
 * @param trial what runs the image
 */
record Lab(Workplace place, ImageTrial trial) {
    Progress progress() {
        return place.progress();
    }

    /** {@return a node in a directory of its own on the disk, whose installer is told this as well} */
    Site site(Map<String, String> settings) throws IOException {
        return Site.prepare(trial, place.directory("node"), settings);
    }

    /** Starts the installer. */
    ImageProcess start(Site site) throws IOException {
        return start(site, trial.root().command(user(), site.directory(), List.of()));
    }

    /** Starts the installer on one processor. */
    ImageProcess startOnOneProcessor(Site site) throws IOException {
        return start(site, trial.root().onOneProcessor().command(user(), site.directory(), List.of()));
    }

    /** Starts the bare keeper, on one processor if so wished. */
    ImageProcess startKeeper(Site site, boolean oneProcessor) throws IOException {
        var node = site.node();
        Files.createDirectories(node.kubeconfig().resolveSibling(""));
        var files = Stream.of(site.source(), node.plugin(), node.token(), node.kubeconfig());
        var jar = site.directory().resolve("benchmarks.jar");
        var program = trial.root()
                .running(
                        Files.exists(jar) ? jar : place.jar(site.directory()),
                        BareKeeper.class.getName(),
                        files.map(Path::toString).toList());
        var placed = oneProcessor ? program.onOneProcessor() : program;
        return start(site, placed.command(user(), site.directory(), List.of()));
    }

    private static ImageProcess start(Site site, List<String> command) throws IOException {
        return ImageProcess.start("installer", command, site.directory(), site.environment());
    }

    private static int user() {
        return ImageTrial.user(Service.INSTALLER);
    }
}
