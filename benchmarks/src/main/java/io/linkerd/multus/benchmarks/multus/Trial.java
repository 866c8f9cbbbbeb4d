// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

import io.linkerd.multus.benchmarks.figures.Figure;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Has a daemon and its shim do what the pods of a day bring them. */
record Trial(Contestant contestant, BenchedPods pods) {
    private static final int ENOUGH = 100;
    private static final double MEDIAN = 0.5;
    private static final double MOST = 0.95;
    private static final double MILLIS = 1e3;
    private static final int SIDE_BY_SIDE = 32;
    /** So many that a node starts them after a reboot. */
    private static final int WHOLE_NODE = 250;

    private static final int MANY = 64;

    /** Calls in work when memory is looked at: not what the daemon holds for a queue. */
    private static final int FEW = 8;

    private static final int BEGINNING = 10;
    private static final double KIBIBYTES = 1 << 10;

    /** Ours looks each ten seconds whether a burst is over; Go's collector gives memory back in the background, too. */
    private static final Duration QUIET = Duration.ofSeconds(25);

    /** The kernel counts pages by 32 on each processor, of files and others: what holds less is 0. */
    private static final long COUNTED_AT_ONCE = 256;

    /** What each daemon does in turn, so that what else the machine does slows both. */
    enum Part {
        SHIM_ALONE,
        ONE_AFTER_THE_OTHER,
        SIDE_BY_SIDE,
        AT_ONCE
    }

    void part(Part part) throws IOException, InterruptedException {
        switch (part) {
            case SHIM_ALONE -> shimAlone();
            case ONE_AFTER_THE_OTHER -> oneAfterTheOther();
            case SIDE_BY_SIDE -> sideBySide();
            case AT_ONCE -> {
                add(Figure.MULTUS_64, atOnce(MANY));
                add(Figure.MULTUS_250, atOnce(WHOLE_NODE));
            }
        }
    }

    private void shimAlone() throws IOException, InterruptedException {
        var versions = make(pods.calls("VERSION", ENOUGH), 1);
        add(Figure.SHIM_VERSION_P50, versions.milliseconds().percentile(MEDIAN));
        contestant.series().addKibibytes(Figure.SHIM_RSS_VERSION, memory(versions));
    }

    private void oneAfterTheOther() throws IOException, InterruptedException {
        var both = make(pods.roundTrips(ENOUGH), 1);
        var added = both.everySecond(0);
        contestant.series().addKibibytes(Figure.SHIM_RSS_ADD, memory(added));
        add(Figure.MULTUS_ADD_P50, added.milliseconds().percentile(MEDIAN));
        add(Figure.MULTUS_ADD_P95, added.milliseconds().percentile(MOST));
        var deleted = both.everySecond(1).milliseconds();
        add(Figure.MULTUS_DEL_P50, deleted.percentile(MEDIAN));
        add(Figure.MULTUS_DEL_P95, deleted.percentile(MOST));
    }

    private void sideBySide() throws IOException, InterruptedException {
        var added = make(pods.calls("ADD", WHOLE_NODE), SIDE_BY_SIDE);
        var deleted = make(pods.calls("DEL", WHOLE_NODE), SIDE_BY_SIDE);
        add(
                Figure.MULTUS_PODS_RATE,
                WHOLE_NODE * MILLIS / (added.all().toMillis() + deleted.all().toMillis()));
        add(Figure.MULTUS_32_ADD_P50, added.milliseconds().percentile(MEDIAN));
    }

    void idle() throws IOException {
        contestant
                .series()
                .addKibibytes(Figure.MULTUS_RSS_IDLE, contestant.memory().now().totalKibibytes());
    }

    /** Attaches pods and takes them off again, and looks at what the daemon holds then, once it has had time to give back what it can. */
    void manyTimes(int roundTrips) throws IOException, InterruptedException {
        repeat(roundTrips / BEGINNING);
        Thread.sleep(QUIET);
        var beginning = contestant.memory().now();
        repeat(roundTrips - roundTrips / BEGINNING);
        Thread.sleep(QUIET);
        var end = contestant.memory().now();
        contestant.series().addKibibytes(Figure.MULTUS_RSS_BUSY, end.peakKibibytes());
        contestant.series().addKibibytes(Figure.MULTUS_RSS_AFTER, end.totalKibibytes());
        var grown = Math.max(0, end.privateKibibytes() - beginning.privateKibibytes());
        add(Figure.MULTUS_GROWTH, grown / KIBIBYTES);
    }

    private void repeat(int roundTrips) throws IOException, InterruptedException {
        for (var done = 0; done < roundTrips; done += WHOLE_NODE) {
            var count = Math.min(WHOLE_NODE, roundTrips - done);
            make(pods.calls("ADD", count), FEW);
            make(pods.calls("DEL", count), FEW);
        }
    }

    /** {@return how many seconds so many ADDs took that were started at once} */
    private double atOnce(int count) throws IOException, InterruptedException {
        var added = make(pods.calls("ADD", count), count);
        make(pods.calls("DEL", count), FEW);
        return added.all().toMillis() / MILLIS;
    }

    private CallOutcomes make(List<PluginCall> calls, int atOnce) throws IOException, InterruptedException {
        var outcomes = contestant.runtime().make(calls, atOnce);
        add(Figure.MULTUS_FAILURES, (double) outcomes.failures());
        if (outcomes.failures() > 0) {
            System.err.println(contestant.name() + ": " + contestant.runtime().lastWords());
        }
        return outcomes;
    }

    private static long memory(CallOutcomes calls) {
        return Math.max(COUNTED_AT_ONCE, (long) calls.kibibytes().median());
    }

    private void add(Figure figure, double value) {
        contestant.series().add(figure, value);
    }
}
