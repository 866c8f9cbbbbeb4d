// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Series;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Somebody who undoes what the installer does every 10 ms. */
final class Fight {
    private static final Duration EVERY = Duration.ofMillis(10);
    private static final String EVENTS = "/apis/events.k8s.io/v1/namespaces/default/events";
    private static final double MILLIS = 1000;
    private static final Duration SETTLE = Duration.ofSeconds(1);

    private final Lab lab;
    private final Series ours;

    Fight(Lab lab, Series ours) {
        this.lab = lab;
        this.ours = ours;
    }

    void run(Duration time) throws IOException, InterruptedException {
        lab.progress().run("somebody undoes us for " + time.toSeconds() + " s", () -> fight(lab.site(Map.of()), time));
    }

    private void fight(Site site, Duration time) throws IOException, InterruptedException {
        try (var process = lab.start(site);
                var executor = Executors.newSingleThreadScheduledExecutor()) {
            site.awaitReady(process);
            var kubeconfig = site.node().kubeconfig();
            var right = Files.readString(kubeconfig);
            var told = told(site);
            var rival = executor.scheduleAtFixedRate(() -> undo(site), 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
            goOn(rival, time.dividedBy(2)); // by then we have backed off
            var before = process.cpu();
            goOn(rival, time.dividedBy(2));
            var spent = process.cpu().minus(before);
            rival.cancel(false);
            executor.shutdown();
            executor.awaitTermination(1, TimeUnit.SECONDS);
            ours.add(Figure.INSTALLER_FIGHT_END, Node.awaitWhole(kubeconfig, right) / MILLIS);
            ours.add(
                    Figure.INSTALLER_FIGHT_CPU,
                    (double) spent.toMillis() / time.dividedBy(2).toMillis());
            Thread.sleep(SETTLE);
            ours.add(Figure.INSTALLER_FIGHT_EVENTS, (double) (told(site) - told));
        }
    }

    private static void undo(Site site) {
        try {
            Site.replace(site.node().kubeconfig(), "theirs\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets it go on for so long. */
    private static void goOn(ScheduledFuture<?> rival, Duration time) throws IOException, InterruptedException {
        try {
            rival.get(time.toMillis(), TimeUnit.MILLISECONDS);
            throw new IOException("nobody fights any more");
        } catch (TimeoutException _) {
            // as it should be
        } catch (ExecutionException | CancellationException e) {
            throw new IOException("nobody fights any more", e);
        }
    }

    private static long told(Site site) throws IOException {
        var events =
                new ObjectMapper().readTree(site.ground().admin().get(EVENTS).orThrow());
        return events.path("items")
                .valueStream()
                .filter(event -> event.path("reason").asText().equals("FileContested"))
                .count();
    }
}
