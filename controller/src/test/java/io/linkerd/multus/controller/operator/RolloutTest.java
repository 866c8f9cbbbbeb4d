// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutTest {
    private static GenericKubernetesResource object(String yaml) {
        return new KubernetesSerialization().unmarshal("---\n" + yaml, GenericKubernetesResource.class);
    }

    @ParameterizedTest
    @CsvSource({"2, 2, 2, true", "2, 1, 2, false", "2, 2, 1, false", "0, 0, 0, true", "1, 2, 2, true"})
    void isDoneWhenEveryPodIsNewAndWorks(int desired, int updated, int ready, boolean done) {
        assertThat(Rollout.of(object("""
                        {kind: DaemonSet, metadata: {generation: 3}, status: {observedGeneration: 3,
                        desiredNumberScheduled: %d, updatedNumberScheduled: %d, numberAvailable: %d}}
                        """.formatted(desired, updated, ready))).isDone())
                .isEqualTo(done);
    }

    @Test
    void isNotDoneBeforeAnybodyHasSeenWhatIsAskedFor() {
        var before =
                "{kind: Deployment, metadata: {generation: 3}, spec: {replicas: 2}, status: {observedGeneration: 2,"
                        + " updatedReplicas: 2, availableReplicas: 2}}";

        assertThat(Rollout.of(object(before)).isDone()).isFalse();
        assertThat(Rollout.of(object(before.replace("observedGeneration: 2", "observedGeneration: 3")))
                        .isDone())
                .isTrue();
        assertThat(Rollout.of(object("{kind: Deployment, metadata: {generation: 1}, spec: {replicas: 2}}"))
                        .isDone())
                .isFalse();
    }

    /** With a new pod that works and an old one there were as many as there had to be, and the next step was taken. */
    @Test
    void isNotDoneWhileAnOldPodStillServes() {
        assertThat(Rollout.of(object("""
                        {kind: Deployment, metadata: {generation: 3}, spec: {replicas: 2}, status: {observedGeneration: 3,
                        replicas: 3, updatedReplicas: 2, availableReplicas: 2}}
                        """)).isDone()).isFalse();
    }

    @Test
    void isDoneWhereThereAreNoPods() {
        assertThat(Rollout.of(object("{kind: Service, metadata: {}}")).isDone()).isTrue();
    }

    @Test
    void readsAsPeopleSayIt() {
        assertThat(new Rollout(3, 3, 2, 0, true).summary()).isEqualTo("2/3");
    }
}
