// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.platforms;

import io.linkerd.multus.contracts.json.JsonValue;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A Node object, as far as it tells what runs there; what it does not say is empty.
 *
 * @param labels all of them
 * @param osImage as in {@code status.nodeInfo}
 * @param kubeletVersion as in {@code status.nodeInfo}, like {@code v1.31.2+k3s1}
 * @param providerId as in {@code spec}
 * @param runtime as in {@code status.nodeInfo.containerRuntimeVersion}, like {@code cri-o://1.33.1}
 */
public record NodeView(
        String name,
        Map<String, String> labels,
        String osImage,
        String kubeletVersion,
        String providerId,
        String runtime) {
    public NodeView {
        labels = Map.copyOf(labels);
    }

    /** {@return what a Node object says} */
    public static NodeView of(JsonValue node) {
        return new NodeView(
                text(node, "metadata", "name"),
                labels(node),
                text(node, "status", "nodeInfo", "osImage"),
                text(node, "status", "nodeInfo", "kubeletVersion"),
                text(node, "spec", "providerID"),
                text(node, "status", "nodeInfo", "containerRuntimeVersion"));
    }

    private static String text(JsonValue node, String... path) {
        return node.text(path).orElse("");
    }

    private static Map<String, String> labels(JsonValue node) {
        return node.member("metadata", "labels").orElse(node) instanceof JsonValue.Members labels
                        && node.has("metadata", "labels")
                ? labels.members().stream()
                        .collect(Collectors.toMap(
                                JsonValue.Member::name,
                                label -> label.value().text().orElse(""),
                                (_, last) -> last))
                : Map.of();
    }
}
