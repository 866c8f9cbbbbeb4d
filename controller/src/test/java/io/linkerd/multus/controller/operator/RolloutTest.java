// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutTest {
    private static GenericKubernetesResource object(String yaml) {
        return new KubernetesSerialization().unmarshal("---\n" + yaml, GenericKubernetesResource.class);
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 2, true", "2, 1, 2, false", "2, 2, 1, false", "0, 0, 0, true", "1, 2, 2, true"})
    void letsTheNextStepBeginWhenEveryPodIsNewAndWorks(int desired, int updated, int ready, boolean done) {
        assertThat(Rollout.of(object("""
                        {kind: DaemonSet, metadata: {generation: 3}, status: {observedGeneration: 3,
                        desiredNumberScheduled: %d, updatedNumberScheduled: %d, numberAvailable: %d}}
                        """.formatted(desired, updated, ready))).letsNextStepBegin())
                .isEqualTo(done);
    }

    private static Rollout rollout(int desired, int updated, int ready, String maxUnavailable, AwayNode... away) {
        return Rollout.of(
                object("""
                {kind: DaemonSet, metadata: {generation: 3}, spec: {updateStrategy: {rollingUpdate: {maxUnavailable: %s}}},
                status: {observedGeneration: 3, desiredNumberScheduled: %d, updatedNumberScheduled: %d, numberAvailable: %d}}
                """.formatted(maxUnavailable, desired, updated, ready)),
                new AwayNodes(List.of(away), desired - away.length));
    }

    private static AwayNode away(boolean isStuck) {
        return new AwayNode("a", AwayNode.Cause.NOT_READY, "", isStuck);
    }

    /** A pool of 10 nodes died and was left out: its leaving pods made up for 10 pods of the other nodes that were not replaced. */
    @ParameterizedTest
    @CsvSource({"10, 10, 10, false, true", "10, 1, 1, true, false", "10, 10, 5, true, false", "20, 10, 10, false, true"
    })
    void podsOfNodesThatTheDaemonSetDoesNotWantStandForNoOther(
            int desired, int updated, int ready, boolean underWay, boolean serves) {
        var dead = Collections.nCopies(10, away(true));
        var rollout = new Rollout(desired, updated, ready, 0, true, new Rollout.Allowance(new AwayNodes(dead, 10), 1));

        assertThat(rollout.isUnderWay()).isEqualTo(underWay);
        assertThat(rollout.servesEveryNode()).isEqualTo(serves);
    }

    /** One node of 300 kept the webhook from being made, and a changed spec from being rolled out. */
    @Test
    void aNodeThatIsAwayHoldsUpNothing() {
        assertThat(rollout(2, 2, 1, "1", away(false)).isUnderWay()).isFalse();
        assertThat(rollout(2, 1, 1, "2", away(true)).isUnderWay())
                .as("its pod is an old one")
                .isFalse();
        assertThat(rollout(2, 1, 1, "2", away(false)).isUnderWay())
                .as("the other one's pod is")
                .isTrue();
        assertThat(rollout(300, 299, 299, "10%", away(true)).letsNextStepBegin())
                .isTrue();
        assertThat(rollout(300, 200, 299, "10%", away(true)).letsNextStepBegin())
                .isFalse();
        assertThat(rollout(2, 2, 1, "1", away(false)).servesEveryNode()).isTrue();
        assertThat(rollout(3, 3, 1, "1", away(false)).servesEveryNode())
                .as("one that is not away")
                .isFalse();
    }

    /** Nodes that were away and had no room made for them took off what may be unavailable: one late pod held up the webhook. */
    @Test
    void onlyTheRoomThatWasMadeIsForTheNodesThatAreAway() {
        assertThat(rollout(10, 10, 8, "10%", away(false)).letsNextStepBegin()).isTrue();
        assertThat(rollout(10, 10, 8, "1", away(false)).letsNextStepBegin()).isTrue();
        assertThat(rollout(10, 10, 7, "1", away(false)).letsNextStepBegin()).isFalse();
        var roomMade = object("""
                {kind: DaemonSet, metadata: {generation: 3, annotations: {multus.linkerd.io/room-for-nodes-away: '1'}},
                spec: {updateStrategy: {rollingUpdate: {maxUnavailable: 2}}},
                status: {observedGeneration: 3, desiredNumberScheduled: 10, updatedNumberScheduled: 10, numberAvailable: 7}}
                """);
        assertThat(Rollout.of(roomMade, new AwayNodes(List.of(away(false)), 10)).letsNextStepBegin())
                .isFalse();
    }

    @Test
    void whereNoInstallerWorksNothingIsDoneWhateverTheNodes() {
        assertThat(rollout(1, 1, 0, "1", away(false)).letsNextStepBegin()).isFalse();
        assertThat(rollout(1, 1, 0, "1", away(false)).isUnderWay()).isTrue();
        assertThat(rollout(1, 1, 0, "1", away(false)).servesEveryNode()).isFalse();
    }

    /** A pod that is old and one that does not work may be two. */
    @ParameterizedTest
    @CsvSource({
        "100, 100, 99, 10%, true",
        "100, 100, 90, 10%, true",
        "100, 100, 89, 10%, false",
        "100, 95, 95, 10%, true",
        "100, 94, 95, 10%, false",
        "100, 1, 99, 10%, false",
        "100, 100, 40, 100%, false",
        "3, 3, 2, 1, true",
        "2, 2, 1, 1, false"
    })
    void theNextStepBeginsWhenAllButAsManyAsMayBeUnavailableAreDone(
            int desired, int updated, int ready, String maxUnavailable, boolean begins) {
        var rollout = rollout(desired, updated, ready, maxUnavailable);

        assertThat(rollout.letsNextStepBegin()).isEqualTo(begins);
        assertThat(rollout.isUnderWay()).as("it is not done").isTrue();
    }

    @Test
    void letsNoStepBeginBeforeAnybodyHasSeenWhatIsAskedFor() {
        var before =
                "{kind: Deployment, metadata: {generation: 3}, spec: {replicas: 2}, status: {observedGeneration: 2,"
                        + " updatedReplicas: 2, availableReplicas: 2}}";

        assertThat(Rollout.of(object(before)).letsNextStepBegin()).isFalse();
        assertThat(Rollout.of(object(before.replace("observedGeneration: 2", "observedGeneration: 3")))
                        .letsNextStepBegin())
                .isTrue();
        assertThat(Rollout.of(object("{kind: Deployment, metadata: {generation: 1}, spec: {replicas: 2}}"))
                        .letsNextStepBegin())
                .isFalse();
    }

    /** With a new pod that works and an old one there were as many as there had to be, and the next step was taken. */
    @Test
    void letsNoStepBeginWhileAnOldPodStillServes() {
        assertThat(Rollout.of(object("""
                        {kind: Deployment, metadata: {generation: 3}, spec: {replicas: 2}, status: {observedGeneration: 3,
                        replicas: 3, updatedReplicas: 2, availableReplicas: 2}}
                        """)).letsNextStepBegin()).isFalse();
    }

    @Test
    void letsTheNextStepBeginWhereThereAreNoPods() {
        assertThat(Rollout.of(object("{kind: Service, metadata: {}}")).letsNextStepBegin())
                .isTrue();
    }

    /** Pods of the spec before serve while the new ones are on their way. */
    @Test
    void isAvailableWhileItIsUnderWay() {
        var underWay = new Rollout(3, 1, 3, 0, true);

        assertThat(underWay.isUnderWay()).isTrue();
        assertThat(underWay.servesEveryNode()).isTrue();
        assertThat(underWay.answers()).isTrue();
    }

    /** One of them is enough for the webhook, and not for the installer, which every node has to have. */
    @Test
    void aPodThatDoesNotWorkIsMissedOnItsNodeAlone() {
        var oneAway = new Rollout(3, 3, 2, 0, true);

        assertThat(oneAway.servesEveryNode()).isFalse();
        assertThat(oneAway.answers()).isTrue();
        assertThat(new Rollout(3, 3, 3, 0, false).servesEveryNode()).isFalse();
        assertThat(new Rollout(3, 3, 0, 0, true).answers()).isFalse();
    }

    @Test
    void readsAsPeopleSayIt() {
        assertThat(new Rollout(3, 3, 2, 0, true).summary()).isEqualTo("2/3");
    }
}
