// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.operator.AwayNode.Cause;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MaxUnavailableTest {
    private static GenericKubernetesResource daemonSet(String maxUnavailable) {
        return new KubernetesSerialization().unmarshal("""
                ---
                {kind: DaemonSet, metadata: {}, spec: {updateStrategy: {rollingUpdate: {maxUnavailable: %s}}}}
                """.formatted(maxUnavailable), GenericKubernetesResource.class);
    }

    @ParameterizedTest
    @CsvSource({"10%, 2, 1", "10%, 300, 30", "10%, 301, 31", "100%, 7, 7", "3, 2, 3", "null, 300, 1"})
    void isRoundedUpAsTheDaemonSetControllerDoes(String says, int desired, int means) {
        assertThat(MaxUnavailable.of(daemonSet(says), desired)).isEqualTo(means);
    }

    /** {@return the DaemonSet of 10 nodes that is as that, and has so many pods of its template} */
    private static GenericKubernetesResource seen(GenericKubernetesResource written, int updated) {
        var yaml = """
                ---
                {metadata: {generation: 3}, status: {observedGeneration: 3, desiredNumberScheduled: 10, updatedNumberScheduled: %d}}
                """.formatted(updated);
        var seen = new KubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
        seen.setKind(written.getKind());
        seen.getMetadata().setAnnotations(written.getMetadata().getAnnotations());
        seen.setAdditionalProperty("spec", written.getAdditionalProperties().get("spec"));
        return seen;
    }

    private static AwayNodes away(AwayNode... nodes) {
        return new AwayNodes(
                List.of(nodes),
                10 - (int) Stream.of(nodes).filter(AwayNode::isStuck).count());
    }

    private static AwayNodes away(Cause cause, int nodes) {
        return away(Collections.nCopies(nodes, away(cause, false)).toArray(AwayNode[]::new));
    }

    private static AwayNode away(Cause cause, boolean isStuck) {
        return new AwayNode("a", cause, "", isStuck);
    }

    /** {@return what is written over that, where 10% may be unavailable} */
    private static GenericKubernetesResource asked(
            GenericKubernetesResource seen, int updated, AwayNodes away, boolean isChanged) {
        var asked = daemonSet("10%");
        MaxUnavailable.makeRoom(asked, seen(seen, updated), away, _ -> isChanged);
        return asked;
    }

    private static Object says(GenericKubernetesResource daemonSet) {
        return daemonSet.get("spec", "updateStrategy", "rollingUpdate", "maxUnavailable");
    }

    /** One of 10 nodes used up what may be unavailable, and the others kept their old pods for ever. */
    @ParameterizedTest
    @EnumSource
    void aNodeThatIsAwayDoesNotKeepTheOthersFromBeingReplacedWhateverTheCause(Cause cause) {
        var one = away(cause, 1);

        var written = asked(daemonSet("10%"), 10, one, true);
        assertThat(says(written)).as("with the new template").isEqualTo(2);
        assertThat(says(asked(written, 1, one, false)))
                .as("while it is rolled out")
                .isEqualTo(2);
        var after = asked(written, 10, one, false);
        assertThat(says(after)).as("then").isEqualTo(2);
        assertThat(asked(after, 10, AwayNodes.NONE, false))
                .as("when the node is back")
                .isEqualTo(daemonSet("10%"));
    }

    /** Its pod was replaced, too, and until the scheduler or kubelet had refused the new one, the room for it was given up for good. */
    @ParameterizedTest
    @EnumSource(names = "NOT_READY", mode = EnumSource.Mode.EXCLUDE)
    void whileThePodOfANodeThatIsAwayIsReplacedTheRoomStays(Cause cause) {
        var written = asked(daemonSet("10%"), 10, away(cause, 1), true);

        var meanwhile = asked(written, 0, AwayNodes.NONE, false);

        assertThat(meanwhile).isEqualTo(written);
        assertThat(says(asked(meanwhile, 1, away(cause, 1), false))).isEqualTo(2);
    }

    /** Nodes that joined made 10% of them as many as the number with the room. */
    @Test
    void theRoomStaysWhereTheClusterGrows() {
        var seen = seen(asked(daemonSet("10%"), 10, away(Cause.UNSCHEDULABLE, 1), true), 1);
        seen.<Map<String, Object>>get("status").put("desiredNumberScheduled", 20);
        var asked = daemonSet("10%");

        MaxUnavailable.makeRoom(asked, seen, away(Cause.UNSCHEDULABLE, 1), _ -> false);

        assertThat(says(asked)).isEqualTo(3);
    }

    /** Many nodes of a zone that went and came back left room for as many, and that many working pods were replaced at once. */
    @Test
    void nodesThatAreReadyAgainHaveNoRoomInARollout() {
        var written = asked(daemonSet("10%"), 10, away(Cause.UNSCHEDULABLE, 1), true);

        var outage = asked(
                written,
                1,
                away(away(Cause.UNSCHEDULABLE, false), away(Cause.NOT_READY, false), away(Cause.NOT_READY, false)),
                false);

        assertThat(says(outage)).isEqualTo(4);
        assertThat(says(asked(outage, 2, away(Cause.UNSCHEDULABLE, 1), false))).isEqualTo(2);
        assertThat(says(asked(written, 2, away(Cause.NOT_READY, 1), false)))
                .as("the same node, not Ready since")
                .isEqualTo(2);
    }

    /** Each node that it took would have made room for the next one. */
    @ParameterizedTest
    @EnumSource(names = "NOT_READY", mode = EnumSource.Mode.EXCLUDE)
    void aTemplateThatFitsNoNodeMakesNoRoomForItself(Cause cause) {
        var one = away(cause, 1);
        var two = away(cause, 2);

        assertThat(says(asked(daemonSet("10%"), 1, one, false))).isEqualTo("10%");
        assertThat(says(asked(daemonSet("10%"), 1, one, true))).isEqualTo("10%");
        assertThat(says(asked(asked(daemonSet("10%"), 10, one, true), 2, two, false)))
                .as("one was away before")
                .isEqualTo(2);
    }

    @Test
    void aNodeThatIsNotReadyIsMadeRoomForAtAnyTimeOfARollout() {
        assertThat(says(asked(daemonSet("10%"), 1, away(Cause.NOT_READY, 1), false)))
                .isEqualTo(2);
        assertThat(says(asked(daemonSet("10%"), 1, away(away(Cause.NOT_READY, true)), false)))
                .isEqualTo(2);
    }

    /** A DaemonSet that is written has to be observed again, and is not Available meanwhile. */
    @Test
    void aNodeThatGoesAwayBetweenRolloutsHasNothingWritten() {
        assertThat(asked(daemonSet("10%"), 10, away(Cause.NOT_READY, 1), false)).isEqualTo(daemonSet("10%"));
        assertThat(asked(daemonSet("10%"), 9, away(away(Cause.NOT_READY, true)), false))
                .as("the pod that nothing ends is not of the last template")
                .isEqualTo(daemonSet("10%"));
    }

    /** The sum was less than nothing, which the API server refuses. */
    @Test
    void whatTheSpecAllowsMayBeAsMuchAsANumberCanBe() {
        var asked = daemonSet("2147483647");

        MaxUnavailable.makeRoom(asked, seen(daemonSet("10%"), 10), away(Cause.NOT_READY, 1), _ -> true);

        assertThat(says(asked)).isEqualTo(Integer.MAX_VALUE);
    }

    /** What the spec had allowed before was taken for room that had been made. */
    @Test
    void aSpecThatAllowsFewerIsFollowedWhileNodesAreAway() {
        var two = away(Cause.NOT_READY, 2);

        assertThat(says(asked(daemonSet("5"), 10, two, false))).isEqualTo("10%");
        assertThat(says(asked(daemonSet("50%"), 10, two, false))).isEqualTo("10%");
    }

    @Test
    void whatAPersonWroteInPlaceOfTheRoomIsNone() {
        var seen = daemonSet("2");
        seen.getMetadata()
                .setAnnotations(Map.of(MaxUnavailable.ROOM_ANNOTATION, "many", MaxUnavailable.READY_ANNOTATION, "-1"));

        assertThat(says(asked(seen, 1, away(Cause.UNSCHEDULABLE, 1), false))).isEqualTo("10%");
    }
}
