// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.training.TrainingGround;
import java.io.IOException;

/** A cluster with a population, and with the attachments that the controller would have made for it. */
public final class InhabitedCluster {
    private static final int AT_ONCE = 8;

    private InhabitedCluster() {}

    /** Makes it, which takes minutes. */
    public static TrainingCluster start(Workplace place, Population population)
            throws IOException, InterruptedException {
        var cluster = place.cluster();
        try {
            inhabit(place, cluster, population);
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static void inhabit(Workplace place, TrainingCluster cluster, Population population)
            throws IOException, InterruptedException {
        var settlement = new Settlement(cluster.server().admin(), population);
        var attachments = place.progress()
                .step("make " + population.optedIn() + " namespaces that opted in", settlement::optedIn);
        place.progress().run("make " + population.others() + " other namespaces", settlement::others);
        var account = place.directory("account");
        try (var writer = Writer.of(TrainingGround.prepare(cluster, Service.CONTROLLER, account))) {
            place.progress()
                    .run(
                            "make their attachments",
                            () -> attachments
                                    .all()
                                    .each(AT_ONCE, namespace -> writer.attach(namespace, Configuration.FIRST)));
        }
        place.progress().run("make " + population.pods() + " pods", () -> settlement.pods(attachments.all()));
    }
}
