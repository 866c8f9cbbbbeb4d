// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An object of Kubernetes in a file.
 *
 * @param place where it is, as in {@code pods.yaml, document 2}
 * @param object as it is written
 */
public record Document(String place, ObjectNode object) {
    /** {@return its kind; empty where it has none} */
    String kind() {
        return object.path("kind").asText("");
    }

    /** {@return whether it is of that kind} */
    public boolean isA(String kind) {
        return kind().equals(kind);
    }

    /** {@return its name, or the beginning of it that the API server completes; empty where it has none} */
    String name() {
        var name = object.at("/metadata/name").asText("");
        return name.isEmpty() ? object.at("/metadata/generateName").asText("") : name;
    }
}
