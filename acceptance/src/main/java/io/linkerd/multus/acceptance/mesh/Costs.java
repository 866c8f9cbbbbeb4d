// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Lays before a person what our pods cost: memory, disk, and the time until they are ready. */
public final class Costs {
    private static final long MEBIBYTE = 1024 * 1024;
    private static final long KIBIBYTES = 1024;

    private final LocalCluster cluster;
    private final Release release;
    private final Report out;

    /** Prints to {@code out}. */
    public Costs(LocalCluster cluster, Release release, Report out) {
        this.cluster = cluster;
        this.release = release;
        this.out = out;
    }

    /** Prints what pods and images take. */
    public void show() throws IOException, InterruptedException {
        pods();
        images();
    }

    private void pods() throws IOException, InterruptedException {
        out.heading("What our pods cost; ready is from the pod's creation, in whole seconds");
        out.line("  %-48s %-8s %9s %9s %7s".formatted("pod", "node", "RSS", "RssAnon", "ready"));
        for (var footprint : Footprint.of(new ClusterObjects(cluster.kubectl()))) {
            out.line("  %-48s %-8s %5d MiB %5d MiB %5d s"
                    .formatted(
                            footprint.pod(),
                            footprint.node(),
                            footprint.memory().totalKibibytes() / KIBIBYTES,
                            footprint.memory().privateKibibytes() / KIBIBYTES,
                            footprint.readyAfter().toSeconds()));
        }
    }

    private void images() throws IOException {
        out.heading("Size of our images, compressed as a registry has them");
        for (var service : Service.values()) {
            out.line("  %-12s%5d MiB".formatted(service.module(), Files.size(release.image(service)) / MEBIBYTE));
        }
    }

    /** Prints how long a pod of each service takes from its creation until it is ready, beside the cluster's DNS server. */
    public void starts(int times, Progress progress) throws IOException, InterruptedException {
        out.heading("From the creation of a pod until it is ready, median of " + times + "; CoreDNS to compare");
        var restart = new Restart(cluster.kubectl());
        var baseline =
                median("CoreDNS", measure("CoreDNS", times, restart::ofDnsServer, progress), OptionalLong.empty());
        for (var service : Service.byDefault()) {
            var name = service.module();
            median(name, measure(name, times, () -> restart.of(service), progress), OptionalLong.of(baseline));
        }
    }

    @FunctionalInterface
    private interface Start {
        Duration time() throws IOException, InterruptedException;
    }

    private static List<Long> measure(String name, int times, Start start, Progress progress)
            throws IOException, InterruptedException {
        var all = new ArrayList<Long>();
        progress.run("restart " + name + ", " + times + " times", () -> {
            for (var i = 0; i < times; i++) {
                all.add(start.time().toMillis());
            }
        });
        all.sort(null);
        return all;
    }

    private long median(String name, List<Long> all, OptionalLong baseline) {
        long median = all.get(all.size() / 2);
        var ratio = baseline.isPresent() ? "%.1f times".formatted((double) median / baseline.getAsLong()) : "";
        out.line("  %-12s%5d ms  %-10s %s".formatted(name, median, ratio, all));
        return median;
    }
}
