// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.NodeView;
import java.util.List;

/** What nodes have to have. */
final class NodeChecks {
    private static final String PLUGIN = "each node has the plugin";

    private NodeChecks() {}

    static Category of(Picture seen) {
        return new Category("linkerd-multus-nodes", List.of(plugin(seen)));
    }

    private static Check plugin(Picture seen) {
        var hint = "node-without-plugin";
        if (seen.release().seen().isPresent() && seen.known().part("installer").isEmpty()) {
            return Check.warning(
                    PLUGIN,
                    "not known: this release has no installer (installer.enabled=false), and something else puts it there",
                    hint);
        }
        return Answers.of(
                PLUGIN,
                hint,
                seen.nodes(),
                List.of(),
                nodes -> plugin(
                        seen,
                        hint,
                        nodes.stream()
                                .filter(node -> node.ready() && !node.hasPlugin())
                                .toList(),
                        away(nodes)));
    }

    /** No pod starts on a node whose kubelet is away, so that its installer is not missed; it is said which these are. */
    private static String away(List<NodeView> nodes) {
        var away = nodes.stream()
                .filter(node -> !node.ready() && !node.hasPlugin())
                .map(NodeView::name)
                .toList();
        return away.isEmpty() ? "" : " (not ready themselves, and passed over: " + Answers.few(away) + ")";
    }

    /** Nodes that are left out on purpose have no meshed pods: a pod that comes there does not start. */
    private static Check plugin(Picture seen, String hint, List<NodeView> without, String away) {
        var leftOut = without.stream()
                .filter(node -> node.leftOut().isPresent())
                .map(node -> node.name() + " (" + node.leftOut().orElse("") + ")")
                .toList();
        if (leftOut.size() == without.size() && !leftOut.isEmpty()) {
            return Check.warning(
                    PLUGIN, "left out, so that meshed pods do not start there: " + Answers.few(leftOut), hint);
        }
        return Answers.noneOf(
                PLUGIN + away,
                hint,
                without.stream()
                        .filter(node -> node.leftOut().isEmpty())
                        .map(NodeChecks::words)
                        .toList(),
                "meshed pods do not start on",
                QuotaChecks.causeOr(
                        seen,
                        part -> part.part().equals("installer"),
                        "kubectl logs of the installer's pod says what is missing; where a node has none,"
                                + " installer.tolerations and installer.nodeSelector decide."));
    }

    private static String words(NodeView node) {
        return node.name() + " ("
                + node.installer()
                        .map(installer -> installer.pod() + " is not ready: " + installer.why())
                        .orElse("no installer's pod")
                + ")";
    }
}
