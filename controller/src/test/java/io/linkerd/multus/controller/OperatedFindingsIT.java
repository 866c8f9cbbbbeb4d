// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.fakeapi.Failure;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What an operator's other duties find, as its condition says it. */
class OperatedFindingsIT extends Operated {
    private static final Duration END_OF_A_FIGHT = Duration.ofSeconds(40);

    @Test
    void isDegradedWhileAnotherWriterUndoesAnAttachment() throws Exception {
        cluster.api().put(MULTUS, "{spec: {}}");
        start();
        awaitAttached("shop");
        awaitDegraded(ALL_DONE);
        try (var _ = Rival.in(cluster, "shop")) {
            awaitDegraded("AttachmentsContested: another writer keeps undoing the network attachments of 1 namespaces");
        }

        await("over").atMost(END_OF_A_FIGHT).until(() -> degraded().startsWith(ALL_DONE));
    }

    /** Metric and log alone said so. */
    @Test
    void isDegradedWhileEventsAboutRepairAreRefused() {
        cluster.api().fail("PATCH /api/v1/namespaces/shop/events", Failure.status(403));
        cluster.api().put(MULTUS, "{spec: {}}");
        cluster.api().put("/api/v1/namespaces/shop/pods/bare", """
                {metadata: {labels: {'linkerd.io/control-plane-ns': 'linkerd'},
                  annotations: {'k8s.v1.cni.cncf.io/networks': 'linkerd-cni'}},
                status: {phase: 'Pending', initContainerStatuses:
                  [{name: 'linkerd-network-validator', state: {terminated: {exitCode: 95}}}]}}
                """);
        start();

        awaitDegraded("RequestsRefused: the API server refuses what is to be written (repair: 1)");

        cluster.api().remove("/api/v1/namespaces/shop/pods/bare");
        awaitDegraded(ALL_DONE);
    }
}
