// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.benchmarks.figures.Baseline;
import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Series;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** How soon a node has its files, with a plugin as large as Linkerd's, and how soon it has them again in the first seconds. */
final class Starts {
    /** What Linkerd's is about as large as. */
    private static final int PLUGIN_SIZE = 35 << 20;

    private static final byte[] SCRIPT = "#!/bin/false\n".getBytes(StandardCharsets.US_ASCII);
    private static final String PLUGIN = "linkerd-cni";
    private static final double MILLIS = 1000;
    private static final Duration SETTLE = Duration.ofSeconds(1);

    private final Lab lab;
    private final Series ours;
    private final Series theirs;

    Starts(Lab lab, Comparison seen) {
        this.lab = lab;
        this.ours = seen.ours();
        this.theirs = seen.of(Baseline.KEEPER);
    }

    void run(int rounds) throws IOException, InterruptedException {
        var plugins = plugins();
        for (var round = 1; round <= rounds; round++) {
            lab.progress().run("ours, node " + round, () -> install(site(plugins, Map.of())));
            lab.progress().run("ours, tokens " + round, () -> mend(site(plugins, Site.PROJECTED)));
            lab.progress().run("the bare keeper, node " + round, () -> keep(site(plugins, Map.of())));
        }
    }

    private Path plugins() throws IOException {
        var content = new byte[PLUGIN_SIZE];
        ThreadLocalRandom.current().nextBytes(content);
        System.arraycopy(SCRIPT, 0, content, 0, SCRIPT.length); // what is no program is not put on a node
        var plugin = Files.write(lab.place().directory("plugin").resolve(PLUGIN), content);
        Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwxr-xr-x"));
        return plugin;
    }

    /** The plugin is linked and not copied: it is not on its way to the disk when a node is given it. */
    private Site site(Path plugin, Map<String, String> settings) throws IOException {
        var site = lab.site(settings);
        Files.delete(site.source());
        Files.createLink(site.source(), plugin);
        return site;
    }

    /** Puts everything on a node and does it once more, as the chart has it: with tokens of the installer's own making. */
    private void install(Site site) throws IOException, InterruptedException {
        try (var first = lab.startOnOneProcessor(site)) {
            ours.add(Figure.INSTALLER_FIRST_CONFIG, site.node().awaitFiles(first.begin()) / MILLIS);
            site.awaitReady(first);
            first.stop();
        }
        var before = Footprints.below(site.host());
        try (var second = lab.start(site)) {
            site.awaitReady(second);
            Thread.sleep(SETTLE);
            ours.add(Figure.INSTALLER_SECOND_PASS, (double)
                    Footprints.below(site.host()).since(before));
        }
    }

    /** Spoils what is on a node, and rotates the token that it gets. */
    private void mend(Site site) throws IOException, InterruptedException {
        try (var process = lab.start(site)) {
            site.awaitReady(process);
            mend(site, ours);
        }
    }

    private void keep(Site site) throws IOException, InterruptedException {
        try (var process = lab.startKeeper(site, true)) {
            theirs.add(Figure.INSTALLER_FIRST_CONFIG, site.node().awaitFiles(process.begin()) / MILLIS);
        }
        Files.delete(site.node().kubeconfig()); // there again when it watches
        try (var process = lab.startKeeper(site, false)) {
            site.node().awaitFiles(process.begin());
            mend(site, theirs);
        }
    }

    private static void mend(Site site, Series series) throws IOException, InterruptedException {
        var times = new Times(series);
        times.repairs(site.node());
        times.rotation(site.node(), site.token());
    }
}
