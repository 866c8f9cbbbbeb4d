// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.operator.AwayNode.Cause;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MaxUnavailableTest {
    private static GenericKubernetesResource daemonSet(String maxUnavailable) {
        return new KubernetesSerialization().unmarshal("""
                ---
                {kind: DaemonSet, spec: {updateStrategy: {rollingUpdate: {maxUnavailable: %s}}}}
                """.formatted(maxUnavailable), GenericKubernetesResource.class);
    }

    @ParameterizedTest
    @CsvSource({"10%, 2, 1", "10%, 300, 30", "10%, 301, 31", "100%, 7, 7", "3, 2, 3", "null, 300, 1"})
    void isRoundedUpAsTheDaemonSetControllerDoes(String says, int desired, int means) {
        assertThat(MaxUnavailable.of(daemonSet(says), desired)).isEqualTo(means);
    }

    private static GenericKubernetesResource seen(String maxUnavailable, int updated) {
        return new KubernetesSerialization()
                .unmarshal("""
                ---
                {kind: DaemonSet, metadata: {generation: 3},
                spec: {updateStrategy: {rollingUpdate: {maxUnavailable: %s}}},
                status: {observedGeneration: 3, desiredNumberScheduled: 10, updatedNumberScheduled: %d}}
                """.formatted(maxUnavailable, updated), GenericKubernetesResource.class);
    }

    private static AwayNodes away(AwayNode... nodes) {
        return new AwayNodes(
                List.of(nodes),
                10 - (int) Stream.of(nodes).filter(AwayNode::isStuck).count());
    }

    private static AwayNode away(Cause cause, boolean isStuck) {
        return new AwayNode("a", cause, "", isStuck);
    }

    private static Object asked(String seen, int updated, AwayNodes away, boolean isWritten) {
        var asked = daemonSet("10%");
        MaxUnavailable.makeRoom(asked, seen(seen, updated), away, _ -> isWritten);
        return asked.get("spec", "updateStrategy", "rollingUpdate", "maxUnavailable");
    }

    /** One of 10 nodes used up what may be unavailable, and the others kept their old pods for ever. */
    @ParameterizedTest
    @EnumSource
    void aNodeThatIsAwayDoesNotKeepTheOthersFromBeingReplacedWhateverTheCause(Cause cause) {
        var one = away(away(cause, false));

        assertThat(asked("10%", 10, one, true)).as("with the new template").isEqualTo(2);
        assertThat(asked("2", 1, one, false)).as("while it is rolled out").isEqualTo(2);
        assertThat(asked("2", 10, one, false)).as("then").isEqualTo(2);
        assertThat(asked("2", 10, AwayNodes.NONE, false))
                .as("when the node is back")
                .isEqualTo("10%");
    }

    /** Each node that it took would have made room for the next one. */
    @ParameterizedTest
    @EnumSource(names = "NOT_READY", mode = EnumSource.Mode.EXCLUDE)
    void aTemplateThatFitsNoNodeMakesNoRoomForItself(Cause cause) {
        var one = away(away(cause, false));
        var two = away(away(cause, false), away(cause, false));

        assertThat(asked("10%", 1, one, false)).isEqualTo("10%");
        assertThat(asked("10%", 1, one, true)).isEqualTo("10%");
        assertThat(asked("2", 2, two, false)).as("one was away before").isEqualTo(2);
    }

    @Test
    void aNodeThatIsNotReadyIsMadeRoomForAtAnyTimeOfARollout() {
        assertThat(asked("10%", 1, away(away(Cause.NOT_READY, false)), false)).isEqualTo(2);
        assertThat(asked("10%", 1, away(away(Cause.NOT_READY, true)), false)).isEqualTo(2);
    }

    /** A DaemonSet that is written has to be observed again, and is not Available meanwhile. */
    @Test
    void aNodeThatGoesAwayBetweenRolloutsHasNothingWritten() {
        assertThat(asked("10%", 10, away(away(Cause.NOT_READY, false)), false)).isEqualTo("10%");
        assertThat(asked("10%", 9, away(away(Cause.NOT_READY, true)), false))
                .as("the pod that nothing ends is not of the last template")
                .isEqualTo("10%");
    }
}
