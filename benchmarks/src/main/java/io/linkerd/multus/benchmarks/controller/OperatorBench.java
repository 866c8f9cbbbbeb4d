// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import io.linkerd.multus.benchmarks.figures.Comparison;
import io.linkerd.multus.benchmarks.figures.Figure;
import io.linkerd.multus.benchmarks.figures.Report;
import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.benchmarks.workplace.Bench;
import io.linkerd.multus.benchmarks.workplace.ManyNamespaces;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.trial.ImageTrial;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Measures the controller where it is an operator: the same image with the reconciler of the operand, which takes over the release that the
 * cluster has, beside all its other duties.
 *
 * @param population of the cluster
 * @param idle for how long nothing happens
 */
public record OperatorBench(Workplace place, Population population, Duration idle) implements Bench {
    private static final double SECOND = 1e9;
    private static final int NEWCOMERS = 300;
    private static final Map<String, String> AS_OPERATOR =
            Map.of("LINKERD_MULTUS_OPERATOR", "true", "LINKERD_MULTUS_VERSION", "0.0.0-bench");

    @Override
    public Report run() throws IOException, InterruptedException {
        var seen = new Comparison();
        var image = place.image(Service.CONTROLLER);
        try (var cluster = place.cluster()) {
            var settlement = new Settlement(cluster.server().admin(), population);
            var attachments =
                    place.progress().step("make " + population.optedIn() + " namespaces", settlement::optedIn);
            place.progress().run("make " + population.others() + " other namespaces", settlement::others);
            place.progress().run("make " + population.pods() + " pods", () -> settlement.pods(attachments.all()));
            var operand = new BenchedOperand(cluster.server().admin());
            operand.define(place.project().root());
            try (var started = new ImageTrial(Service.CONTROLLER, image, cluster)
                    .start(place.directory("operator"), List.of(), AS_OPERATOR)) {
                run(started, operand, attachments, seen.ours());
                started.process().stop();
            }
        }
        return seen.report();
    }

    private void run(ImageTrial.Started started, BenchedOperand operand, Attachments attachments, Series series)
            throws IOException, InterruptedException {
        var begin = started.process().begin();
        place.progress().run("the operator takes over the release", operand::takeOver);
        series.add(Figure.OPERATOR_ASKED, (System.nanoTime() - begin) / SECOND);
        place.progress().run("all namespaces are attached, and told of", () -> operand.awaitTold(population.optedIn()));
        place.progress()
                .run(
                        "every object of the operand is deleted once",
                        () -> series.add(Figure.OPERATOR_HEALED, operand.slowestHealing() / SECOND));
        place.progress().run(NEWCOMERS + " new namespaces", () -> newcomers(operand, attachments, series));
        place.progress().run("nothing happens", () -> nothing(attachments, series));
        var memory = started.process().memory();
        series.addKibibytes(Figure.OPERATOR_RSS_BUSY, memory.peakKibibytes());
        series.addKibibytes(Figure.OPERATOR_RSS_IDLE, memory.totalKibibytes());
    }

    private static void newcomers(BenchedOperand operand, Attachments attachments, Series series)
            throws IOException, InterruptedException {
        var before = operand.statusWrites();
        var told = operand.told();
        new ManyNamespaces(attachments.api(), "new", true, NEWCOMERS).create();
        operand.awaitTold(told + NEWCOMERS);
        series.add(Figure.OPERATOR_STATUS_WRITES, (double) (operand.statusWrites() - before));
    }

    private void nothing(Attachments attachments, Series series) throws IOException, InterruptedException {
        var before = Writes.now(attachments.api());
        Thread.sleep(idle);
        series.add(Figure.OPERATOR_IDLE_WRITES, (double)
                (Writes.now(attachments.api()).all() - before.all()));
    }
}
