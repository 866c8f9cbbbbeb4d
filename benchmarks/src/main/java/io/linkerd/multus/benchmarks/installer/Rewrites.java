// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.images.trial.ImageProcess;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Has every file of a node written anew again and again, with somebody who reads them all the while, and looks at what that leaves in memory. */
final class Rewrites {
    private static final int PARSES_FOR_EACH = 100;
    private static final int EARLY = 10;
    private static final double KIBIBYTES = 1 << 10;

    /** What is free by then stays free: memory is given back when nobody waits. */
    private static final Duration REST = Duration.ofSeconds(5);

    private static final String BODY = "exit 0\n".repeat(2000);

    private final Lab lab;
    private final Series ours;

    /** Which figures a mode has. */
    private record Figures(Figure privately, Figure growth, Figure rss) {
        void note(ResidentMemory early, ResidentMemory late, Series series) {
            series.addKibibytes(privately, late.privateKibibytes());
            series.add(growth, (late.privateKibibytes() - early.privateKibibytes()) / KIBIBYTES);
            series.addKibibytes(rss, late.totalKibibytes());
        }
    }

    /** Has every file written anew, and returns when it was; the mark is another each time. */
    private interface Rewrite {
        void run(String mark) throws IOException;
    }

    Rewrites(Lab lab, Series ours) {
        this.lab = lab;
        this.ours = ours;
    }

    void run(int rewrites) throws IOException, InterruptedException {
        ours.add(Figure.INSTALLER_REWRITES, rewrites);
        lab.progress().run("write " + rewrites + " times, nad", () -> attached(rewrites));
        lab.progress().run("write " + rewrites + " times, chained, and read", () -> chained(rewrites));
    }

    /** As the chart has it, where the plugin alone is another one again and again. */
    private void attached(int rewrites) throws IOException, InterruptedException {
        var site = lab.site(Map.of());
        var figures = new Figures(Figure.INSTALLER_PRIVATE_NAD, Figure.INSTALLER_GROWTH_NAD, Figure.INSTALLER_RSS_NAD);
        try (var process = lab.start(site)) {
            site.awaitReady(process);
            Rewrite rewrite = mark -> {
                site.plugin(script(mark));
                site.node().awaitPlugin(mark);
            };
            var early = repeat(rewrites / EARLY, "early", rewrite, process);
            figures.note(early, repeat(rewrites - rewrites / EARLY, "late", rewrite, process), ours);
        }
    }

    private void chained(int rewrites) throws IOException, InterruptedException {
        var directory = lab.place().directory("chained");
        var chain = new Chain(directory);
        chain.layKinds();
        var site = Site.prepare(lab.trial(), directory, chain.settings());
        site.plugin(script("first"));
        var figures = new Figures(
                Figure.INSTALLER_PRIVATE_CHAINED, Figure.INSTALLER_GROWTH_CHAINED, Figure.INSTALLER_RSS_CHAINED);
        try (var process = lab.start(site)) {
            site.awaitReady(process);
            Rewrite rewrite = mark -> rewrite(site, chain, mark);
            try (var readers = new TornReaders(site.node(), chain.kinds())) {
                var early = repeat(rewrites / EARLY, "early", rewrite, process);
                var late = repeat(rewrites - rewrites / EARLY, "late", rewrite, process);
                for (var more = 0; readers.parses() < (long) rewrites * PARSES_FOR_EACH; more++) {
                    rewrite.run("more" + more);
                }
                figures.note(early, late, ours);
                ours.add(Figure.INSTALLER_PARSES, (double) readers.parses());
                ours.add(Figure.INSTALLER_TORN, (double) readers.torn());
                readers.problem().ifPresent(problem -> System.out.println("the first that was not whole: " + problem));
            }
        }
    }

    private static void rewrite(Site site, Chain chain, String mark) throws IOException {
        var token = site.token();
        site.plugin(script(mark));
        chain.configure(mark);
        site.node().rotate(token);
        site.node().awaitPlugin(mark);
        for (var list : chain.kinds()) {
            Node.awaitContent(list, "\"" + mark + "\"");
        }
    }

    private static ResidentMemory repeat(int times, String mark, Rewrite rewrite, ImageProcess process)
            throws IOException, InterruptedException {
        for (var time = 0; time < times; time++) {
            rewrite.run(mark + time);
        }
        Thread.sleep(REST);
        return process.memory();
    }

    static String script(String mark) {
        return "#!/bin/sh\n# " + mark + "\n" + BODY + "# " + mark + "\n";
    }
}
