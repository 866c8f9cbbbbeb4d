// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import java.util.Optional;

/**
 * What matters of a node.
 *
 * @param ready whether its condition {@code Ready} is {@code True}
 * @param architecture of its processor, as in {@code arm64}; empty where the kubelet has not said it
 * @param detail what else a person has to know; empty where nothing is
 */
record NodeFacts(boolean ready, String architecture, String detail) {
    /** Its pods are on their way out, or nothing takes them away. */
    private static final NodeFacts DELETED = new NodeFacts(false, "", "the node has been deleted");

    boolean isDeleted() {
        return equals(DELETED);
    }

    /** {@return those of the node that the API server has, or has not} */
    static NodeFacts of(Optional<Node> node) {
        return node.map(Node::getStatus)
                .map(NodeFacts::of)
                .orElseGet(() -> node.isPresent() ? new NodeFacts(false, "", "") : DELETED);
    }

    private static NodeFacts of(NodeStatus status) {
        var isReady = status.getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
        var architecture = Optional.ofNullable(status.getNodeInfo()).map(NodeSystemInfo::getArchitecture);
        return new NodeFacts(isReady, architecture.orElse(""), "");
    }
}
