// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.util.Map;

/** What a namespace says to all that look at its pods: Linkerd's injector reads more of it than the webhook does. */
public record NamespaceSays(Map<String, String> annotations, Map<String, String> labels) {
    /** Nothing. */
    static final NamespaceSays NOTHING = new NamespaceSays(Map.of(), Map.of());

    /** Copies. */
    public NamespaceSays {
        annotations = Map.copyOf(annotations);
        labels = Map.copyOf(labels);
    }

    /** {@return what an object of kind Namespace says} */
    static NamespaceSays of(JsonNode object) {
        return new NamespaceSays(
                Trees.texts(object.at("/metadata/annotations")), Trees.texts(object.at("/metadata/labels")));
    }

    /** {@return what the webhook reads of it} */
    NamespaceMarks marks() {
        return NamespaceMarks.of(annotations, labels);
    }
}
