// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nodes that a rollout of the installer does not wait for, worst first.
 *
 * @see AwayNode
 */
record AwayNodes(List<AwayNode> nodes) {
    /** There is none. */
    static final AwayNodes NONE = new AwayNodes(List.of());

    /** So many are named. */
    private static final int NAMED = 5;

    AwayNodes {
        nodes = nodes.stream().sorted(AwayNode.WORST_FIRST).toList();
    }

    /**
     * {@return those of these pods' nodes} Without effects, and the same for the same observation.
     *
     * @param nodes what is known of nodes whose pod is not ready, by their names; of one that is not in it nothing is known yet
     * @param architecture of the operator's own node, as in {@code amd64}
     */
    static AwayNodes of(Collection<InstallerPod> pods, Map<String, NodeFacts> nodes, String architecture) {
        return new AwayNodes(unfinished(pods).entrySet().stream()
                .flatMap(entry -> away(
                        entry.getKey(), entry.getValue(), Optional.ofNullable(nodes.get(entry.getKey())), architecture)
                        .stream())
                .toList());
    }

    /** {@return the nodes that have no pod that is ready, with the pods that they have} */
    static Map<String, List<InstallerPod>> unfinished(Collection<InstallerPod> pods) {
        var byNode =
                pods.stream().filter(pod -> !pod.node().isEmpty()).collect(Collectors.groupingBy(InstallerPod::node));
        byNode.values().removeIf(ofNode -> ofNode.stream().anyMatch(pod -> pod.is(InstallerPod.State.READY)));
        return byNode;
    }

    private static Optional<AwayNode> away(
            String name, List<InstallerPod> pods, Optional<NodeFacts> node, String architecture) {
        if (node.filter(facts -> !facts.ready()).isPresent()) {
            var keepsOldPod = pods.stream().allMatch(InstallerPod::leaving);
            return Optional.of(
                    new AwayNode(name, AwayNode.Cause.NOT_READY, node.get().detail(), keepsOldPod));
        }
        return Stream.of(
                        first(pods, InstallerPod.State.UNSCHEDULABLE)
                                .map(pod -> new AwayNode(name, AwayNode.Cause.UNSCHEDULABLE, pod.detail(), false)),
                        first(pods, InstallerPod.State.NOT_ADMITTED)
                                .map(pod -> new AwayNode(name, AwayNode.Cause.NOT_ADMITTED, pod.detail(), false)),
                        first(pods, InstallerPod.State.CANNOT_START)
                                .flatMap(_ -> node.map(NodeFacts::architecture))
                                .filter(other -> !other.isEmpty() && !other.equals(architecture))
                                .map(other -> new AwayNode(name, AwayNode.Cause.OTHER_ARCHITECTURE, other, false)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<InstallerPod> first(List<InstallerPod> pods, InstallerPod.State state) {
        return pods.stream().filter(pod -> pod.is(state)).findFirst();
    }

    int count() {
        return nodes.size();
    }

    /** {@return of how many the pod is one of a spec before, which nothing ends} */
    int oldPods() {
        return (int) nodes.stream().filter(AwayNode::keepsOldPod).count();
    }

    /** {@return the worst cause; empty where there is no such node} */
    Optional<AwayNode.Cause> worst() {
        return nodes.stream().map(AwayNode::cause).findFirst();
    }

    /** {@return the first of them by their names, with what keeps the installer from each} */
    String inWords() {
        var named = nodes.stream().limit(NAMED).map(AwayNode::toString).collect(Collectors.joining(", "));
        return nodes.size() > NAMED ? named + " and " + (nodes.size() - NAMED) + " more" : named;
    }
}
