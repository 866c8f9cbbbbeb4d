// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.contracts.plans.PodOwner;
import io.linkerd.multus.contracts.plans.repair.RepairNotices;
import io.linkerd.multus.contracts.plans.repair.RepairPlan;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.notices.EventRecorder;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplacementsIT {
    private static final PodOwner OWNER = new PodOwner("apps/v1", "ReplicaSet", "web", "r");
    private static final PodFacts POD = new PodFacts(
            "shop",
            "web-1",
            "u",
            "7",
            Set.of("shop"),
            PodFacts.Stage.ALIVE,
            PodFacts.Redirection.MISSING,
            Optional.of(OWNER),
            PodFacts.Place.UNKNOWN);
    private static final RepairPlan.Replacement REPLACEMENT = new RepairPlan.Replacement(POD, OWNER, Instant.EPOCH);

    private final FakeApiServer api = FakeApiServer.plain();
    private final KubernetesClient client = FakeCluster.client(api);
    private final ObjectWrites writes = new ObjectWrites(client, ObjectWrites.LONGEST, () -> true);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    ReplacementsIT() {
        api.put("/api/v1/namespaces/shop", "{}");
        api.put("/api/v1/namespaces/shop/pods/web-1", "{metadata: {resourceVersion: '7'}}");
    }

    @AfterEach
    void end() {
        api.close();
        client.close();
    }

    /** Each change of the leader would have begun with five more evictions. */
    @Test
    void aControllerThatTakesOverGoesOnWithNothingThatWasGivenUp() {
        events("before").accept(RepairNotices.givenUp(POD, OWNER));

        assertThat(replacements("now").replace(REPLACEMENT)).isEmpty();

        assertThat(api.requests("POST")).isEmpty();
    }

    @Test
    void replacesWhatNothingIsToldOf() {
        assertThat(replacements("now").replace(REPLACEMENT)).isPresent();

        assertThat(api.requests("POST")).hasSize(1);
    }

    private Replacements replacements(String pod) {
        var made = new Replacements(new Evictions(writes), events(pod), meters, System::nanoTime);
        made.begin();
        return made;
    }

    private EventRecorder events(String pod) {
        return new EventRecorder(client, writes, "linkerd-multus", pod, InstantSource.system(), meters);
    }
}
