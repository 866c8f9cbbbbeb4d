// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import java.io.IOException;
import java.time.Duration;

/** Compares the installer, and holds it to what it promises of a node's files. */
public record InstallerBench(Workplace place, Amounts amounts) implements Bench {
    /** A 99th percentile of fewer is the highest of them. */
    private static final int ENOUGH = 100;

    /**
     * How much of each; none of what is 0.
     *
     * @param rounds how many nodes each installs
     * @param repairs how many small files somebody spoils, on tmpfs and on the disk
     * @param rewrites how often every file is written anew
     * @param fight for how long somebody undoes what we do
     * @param kills how many processes are killed at work
     */
    public record Amounts(int rounds, int repairs, int rewrites, Duration fight, int kills) {}

    @Override
    public Report run() throws IOException, InterruptedException {
        if (amounts.repairs() > 0 && amounts.repairs() < ENOUGH) {
            throw new IOException("a 99th percentile takes " + ENOUGH + " repairs or more");
        }
        var seen = new Comparison();
        try (var cluster = place.cluster()) {
            var lab = new Lab(place, place.trial(Service.INSTALLER, cluster));
            if (amounts.rounds() > 0) {
                new Starts(lab, seen).run(amounts.rounds());
            }
            if (amounts.repairs() > 0) {
                new Drift(lab, seen).run(amounts.repairs());
            }
            if (amounts.rewrites() > 0) {
                new Rewrites(lab, seen.ours()).run(amounts.rewrites());
            }
            if (!amounts.fight().isZero()) {
                new Fight(lab, seen.ours()).run(amounts.fight());
            }
            if (amounts.kills() > 0) {
                new Crashes(lab, seen.ours()).run(amounts.kills());
            }
        }
        return seen.report();
    }
}
