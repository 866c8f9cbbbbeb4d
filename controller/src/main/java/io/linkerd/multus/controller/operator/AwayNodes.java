// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The nodes that a rollout of the installer does not wait for, worst first.
 *
 * @param others how many nodes have a pod that the DaemonSet controller or a kubelet still does something about
 * @see AwayNode
 */
record AwayNodes(List<AwayNode> nodes, int others) {
    /** There is none. */
    static final AwayNodes NONE = new AwayNodes(List.of(), 0);

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
        var away = unfinished(pods).entrySet().stream()
                .flatMap(entry -> away(
                        entry.getKey(), entry.getValue(), Optional.ofNullable(nodes.get(entry.getKey())), architecture)
                        .stream())
                .toList();
        var all = pods.stream()
                .map(InstallerPod::node)
                .filter(node -> !node.isEmpty())
                .distinct()
                .count();
        return new AwayNodes(away, (int) (all - stuck(away)));
    }

    /** {@return the nodes that have no pod that is ready, with the pods that they have} */
    static Map<String, List<InstallerPod>> unfinished(Collection<InstallerPod> pods) {
        var byNode =
                pods.stream().filter(pod -> !pod.node().isEmpty()).collect(Collectors.groupingBy(InstallerPod::node));
        byNode.values().removeIf(ofNode -> ofNode.stream().anyMatch(InstallerPod::isReady));
        return byNode;
    }

    private static Optional<AwayNode> away(
            String name, List<InstallerPod> pods, Optional<NodeFacts> node, String architecture) {
        if (node.filter(facts -> !facts.ready()).isPresent()) {
            var isStuck = node.get().isDeleted() || pods.stream().allMatch(InstallerPod::isLeaving);
            return Optional.of(
                    new AwayNode(name, AwayNode.Cause.NOT_READY, node.get().detail(), isStuck));
        }
        return pods.stream()
                .flatMap(pod -> pod.away(node.map(NodeFacts::architecture), architecture).stream())
                .min(AwayNode.WORST_FIRST);
    }

    int count() {
        return nodes.size();
    }

    /** {@return how many are not Ready, which no spec of the installer brings about} */
    int notReady() {
        return (int) nodes.stream()
                .filter(node -> node.cause() == AwayNode.Cause.NOT_READY)
                .count();
    }

    /**
     * {@return of how many of the desired nodes the pod is one that nothing ends} Pods stay also on nodes that the DaemonSet does not want any
     * more; each desired node has a pod, so that those are desired that it takes beside the others.
     *
     * @param desired how many nodes are to have an installer
     */
    int stuckOf(int desired) {
        return Math.min(stuck(nodes), Math.max(0, desired - others));
    }

    /** {@return how many of the desired nodes are away} */
    int countOf(int desired) {
        return count() - stuck(nodes) + stuckOf(desired);
    }

    /**
     * {@return of how many nodes these are} All that have a pod, also those that the DaemonSet does not want any more.
     *
     * @param desired how many nodes are to have an installer; some may be without a pod yet
     */
    int outOf(int desired) {
        return Math.max(desired, others + stuck(nodes));
    }

    private static int stuck(List<AwayNode> nodes) {
        return (int) nodes.stream().filter(AwayNode::isStuck).count();
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
