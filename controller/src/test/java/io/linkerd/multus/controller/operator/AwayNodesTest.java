// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.operator.AwayNode.Cause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwayNodesTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
    private static final NodeFacts READY = new NodeFacts(true, "amd64", "");
    private static final NodeFacts NOT_READY = new NodeFacts(false, "amd64", "");

    private static InstallerPod pod(String spec, String status) {
        return pod("{name: a}", spec, status);
    }

    private static InstallerPod pod(String metadata, String spec, String status) {
        return new InstallerPod(SERIALIZATION.unmarshal(
                "---\n{metadata: %s, spec: %s, status: %s}".formatted(metadata, spec, status), Pod.class));
    }

    private static InstallerPod on(String node, String status) {
        return pod("{nodeName: " + node + "}", status);
    }

    private static final String READY_POD = "{phase: Running, conditions: [{type: Ready, status: 'True'}]}";
    private static final String UNSCHEDULABLE =
            "{phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable}]}";
    private static final String NOT_ADMITTED = "{phase: Failed}";
    private static final String CANNOT_START =
            "{phase: Running, containerStatuses: [{name: a, restartCount: 1, state: {running: {}}}]}";
    private static final String STARTING = "{phase: Pending}";

    private static AwayNodes away(Map<String, NodeFacts> nodes, InstallerPod... pods) {
        return AwayNodes.of(List.of(pods), nodes, "amd64");
    }

    private static final String OF_A_DAEMON_SET = """
        {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:
        [{matchFields: [{key: metadata.name, operator: In, values: [a]}]}]}}}}\
        """.replace("\n", " ");

    /** Each is what Kubernetes says of a pod that is not ready, on a node that says nothing is wrong with it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no room | {phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable,"
                        + " message: '0/3 nodes are available: 1 Too many pods'}]} | amd64 | a (Unschedulable: 0/3 nodes"
                        + " are available: 1 Too many pods)",
                "a gate | {phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason:"
                        + " SchedulingGated}]} | amd64 | ",
                "not admitted | {phase: Failed, reason: NodeAffinity} | amd64 | a (NotAdmitted: NodeAffinity)",
                "evicted | {phase: Failed, reason: Evicted} | amd64 | a (NotAdmitted: Evicted)",
                "no such image | {phase: Pending, containerStatuses: [{name: a, restartCount: 0, state: {waiting:"
                        + " {reason: ImagePullBackOff}}}]} | arm64 | a (OtherArchitecture: arm64)",
                "not of this machine | {phase: Running, containerStatuses: [{name: a, restartCount: 2, state:"
                        + " {running: {}}}]} | arm64 | a (OtherArchitecture: arm64)",
                "of a container before | {phase: Pending, initContainerStatuses: [{name: a, restartCount: 0, state:"
                        + " {waiting: {reason: ErrImagePull}}}]} | s390x | a (OtherArchitecture: s390x)",
                "an image that is wrong | {phase: Pending, containerStatuses: [{name: a, restartCount: 0, state:"
                        + " {waiting: {reason: ImagePullBackOff}}}]} | amd64 | ",
                "on its way | {phase: Pending, containerStatuses: [{name: a, restartCount: 0, state: {waiting:"
                        + " {reason: ContainerCreating}}}]} | arm64 | ",
                "ready | {phase: Running, conditions: [{type: Ready, status: 'True'}]} | arm64 | "
            })
    void aNodeIsAwayWhereItIsTheNodeThatKeepsThePodFromStarting(
            String what, String status, String architecture, String named) {
        var away = away(Map.of("a", new NodeFacts(true, architecture, "")), pod(OF_A_DAEMON_SET, status));

        assertThat(away.inWords()).as(what).isEqualTo(Optional.ofNullable(named).orElse(""));
    }

    /** The node lifecycle controller marks the pod, and nothing ends what the DaemonSet controller deletes then. */
    @Test
    void aNodeThatIsNotReadyIsAwayWhateverItsPodSays() {
        for (var status : List.of(UNSCHEDULABLE, NOT_ADMITTED, CANNOT_START, STARTING)) {
            assertThat(away(Map.of("a", NOT_READY), on("a", status)).worst())
                    .as(status)
                    .contains(Cause.NOT_READY);
        }
        assertThat(away(Map.of("a", NOT_READY), on("a", READY_POD)).worst()).isEmpty();
    }

    /** Nothing ends the pod of a node that has been deleted, or whose kubelet has died; a rollout does not wait for them, where they are desired. */
    @Test
    void aPodThatNothingEndsIsOfADesiredNodeWhereTheOthersAreNotEnough() {
        var nodes = Map.of("a", NOT_READY, "b", NodeFacts.of(Optional.empty()), "c", NOT_READY);
        var away = away(
                nodes,
                pod("{name: a, deletionTimestamp: '2026-01-01T00:00:00Z'}", "{nodeName: a}", STARTING),
                on("b", STARTING),
                on("c", STARTING),
                on("d", READY_POD));

        assertThat(away.others()).isEqualTo(2);
        assertThat(away.notReady()).isEqualTo(3);
        assertThat(away.stuckOf(2)).isZero();
        assertThat(away.stuckOf(3)).isOne();
        assertThat(away.stuckOf(9)).isEqualTo(2);
        assertThat(away.countOf(2)).isOne();
    }

    @Test
    void noMoreAreAwayThanThereAreWhateverTheDaemonSetSays() {
        var away = away(Map.of(), on("a", UNSCHEDULABLE), on("b", STARTING));

        assertThat(away.count()).isOne();
        assertThat(away.outOf(0)).as("before it has counted").isEqualTo(2);
        assertThat(away.outOf(3)).as("before each node has a pod").isEqualTo(3);
    }

    /** Which is no text that the API server takes. */
    @Test
    void noStatusEndsWithHalfACharacter() {
        var message = "x".repeat(199) + "\ud83d\ude00" + "y";

        assertThat(new AwayNode("a", Cause.UNSCHEDULABLE, message, false))
                .hasToString("a (Unschedulable: " + "x".repeat(199) + "\ud83d\ude00 …)");
    }

    @Test
    void ofANodeThatWasNotAskedAfterNothingIsSaid() {
        assertThat(away(Map.of(), on("a", STARTING), on("b", CANNOT_START)).nodes())
                .isEmpty();
    }

    /** One that leaves, and its successor. */
    @Test
    void aNodeWithAPodThatIsReadyIsNotAway() {
        assertThat(away(Map.of("a", NOT_READY), on("a", NOT_ADMITTED), on("a", READY_POD))
                        .nodes())
                .isEmpty();
    }

    /** Where the node is Ready, meshed pods are sent to it and do not start; where it is not, no pod is. */
    @Test
    void theWorstIsNamedFirstAndNotAllOfMany() {
        var pods = IntStream.range(0, 9)
                .mapToObj(number -> on("node-" + number, number == 7 ? UNSCHEDULABLE : STARTING))
                .toList();
        var nodes = IntStream.range(0, 9)
                .boxed()
                .collect(Collectors.toMap(number -> "node-" + number, number -> number == 7 ? READY : NOT_READY));

        var away = AwayNodes.of(pods, nodes, "amd64");

        assertThat(away.worst()).contains(Cause.UNSCHEDULABLE);
        assertThat(away.inWords())
                .isEqualTo(
                        "node-7 (Unschedulable), node-0 (NodeNotReady), node-1 (NodeNotReady), node-2 (NodeNotReady),"
                                + " node-3 (NodeNotReady) and 4 more");
    }

    @Test
    void aNodeIsReadyWhereItsKubeletSaysSo() {
        assertThat(facts("{conditions: [{type: Ready, status: 'True'}], nodeInfo: {architecture: arm64}}"))
                .isEqualTo(new NodeFacts(true, "arm64", ""));
        assertThat(facts("{conditions: [{type: Ready, status: Unknown}]}").ready())
                .isFalse();
        assertThat(facts("{}").ready()).isFalse();
        assertThat(NodeFacts.of(Optional.empty()).ready()).isFalse();
    }

    private static NodeFacts facts(String status) {
        return NodeFacts.of(Optional.of(
                SERIALIZATION.unmarshal("---\n{metadata: {name: a}, status: %s}".formatted(status), Node.class)));
    }

    @Test
    void aPodThatWasBoundIsOfThatNode() {
        assertThat(pod("{nodeName: b}", "{phase: Running}").node()).isEqualTo("b");
        assertThat(pod("{}", "{phase: Pending}").node()).isEmpty();
    }
}
