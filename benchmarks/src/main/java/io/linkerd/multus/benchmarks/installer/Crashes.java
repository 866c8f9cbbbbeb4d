// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.images.trial.ImageProcess;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Kills installers at work, each at another moment, and has the next one look after the node: in the end it is as if nobody had been killed.
 * They install, repair, hand on a token, follow another plugin and configuration, and remove, one after the other.
 */
final class Crashes {
    /** Nobody is asked anything, so that nothing but the node decides how it ends; SIGTERM removes. */
    private static final Map<String, String> ALONE =
            Map.of("LINKERD_MULTUS_DAEMON_SET", "", "LINKERD_MULTUS_NODE_NAME", "", "LINKERD_MULTUS_ON_STOP", "remove");

    /** What a deed takes, from the event or the lock on, and a bit more; the kill comes at any moment of it. */
    private static final Duration WINDOW = Duration.ofMillis(60);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(1);

    private final Lab lab;
    private final Series ours;
    private final RandomGenerator random = RandomGenerator.getDefault();
    private long unfinished;
    private long others;

    Crashes(Lab lab, Series ours) {
        this.lab = lab;
        this.ours = ours;
    }

    void run(int kills) throws IOException, InterruptedException {
        lab.progress().run("kill " + kills + " processes", () -> killAll(kills));
        ours.add(Figure.INSTALLER_KILLS, kills);
        ours.add(Figure.INSTALLER_KILLS_UNFINISHED, (double) unfinished);
        ours.add(Figure.INSTALLER_KILLS_OTHER_END, (double) others);
    }

    private void killAll(int kills) throws IOException, InterruptedException {
        var directory = lab.place().directory("crashes");
        var chain = new Chain(directory);
        chain.layKinds();
        var settings = new HashMap<>(chain.settings());
        settings.putAll(ALONE);
        var site = Site.prepare(lab.trial(), directory, settings);
        var before = Picture.of(site.host());
        var deeds = new Deeds(site, chain);
        var undisturbed = undisturbed(site);
        var all = List.of(Deed.values());
        for (var done = 0; done < kills; done += all.size()) {
            cycle(deeds, undisturbed, all.subList(0, Math.min(all.size(), kills - done)));
            compare(before, deeds);
        }
    }

    private Picture undisturbed(Site site) throws IOException {
        try (var process = lab.start(site)) {
            site.awaitReady(process);
            var kept = Picture.of(site.host());
            process.stop();
            return kept;
        }
    }

    /** From a node without us to a node without us. */
    private void cycle(Deeds deeds, Picture undisturbed, List<Deed> killed) throws IOException, InterruptedException {
        var process = lab.start(deeds.site());
        try {
            for (var deed : killed) {
                killAt(deed, deeds, process);
                count(deed, deeds, undisturbed);
                process.close();
                process = lab.start(deeds.site());
                deeds.site().awaitReady(process);
                compare(deeds.expected(undisturbed), deeds);
            }
            process.stop();
        } finally {
            process.close();
        }
    }

    private void killAt(Deed deed, Deeds deeds, ImageProcess process) throws IOException, InterruptedException {
        if (!Await.holds(PATIENCE, POLL, () -> process.program().isPresent())) {
            throw new IOException("the installer did not start");
        }
        var program = process.program().orElseThrow();
        deeds.begin(deed, program);
        Thread.sleep(Duration.ofNanos(random.nextLong(WINDOW.toNanos())));
        program.destroyForcibly();
        process.holder().await(PATIENCE);
    }

    /** A removal is not finished as long as there is something of ours. */
    private void count(Deed deed, Deeds deeds, Picture undisturbed) throws IOException {
        boolean finished = deed == Deed.REMOVE
                ? !Files.exists(deeds.site().node().plugin())
                : Picture.of(deeds.site().host()).equals(deeds.expected(undisturbed));
        unfinished += finished ? 0 : 1;
    }

    private void compare(Picture expected, Deeds deeds) throws IOException {
        expected.difference(Picture.of(deeds.site().host())).ifPresent(path -> {
            others++;
            lab.progress().say("another end: " + path);
        });
    }
}
