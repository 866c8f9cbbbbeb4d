// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.NodeView;

/** What a node lacks, as its installer says it. */
final class NodeWords {
    private NodeWords() {}

    static String of(NodeView node) {
        var installer = node.installer()
                .map(pod -> pod.ready() ? "" : pod.pod() + " is not ready: " + pod.why())
                .orElse("it has no installer's pod");
        return node.ready() ? installer : installer + " (the node itself is not ready)";
    }
}
