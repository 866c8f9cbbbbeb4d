// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/**
 * One object of an operand.
 *
 * @param namespace empty where the kind has none
 */
record ObjectKey(OperandKind kind, String namespace, String name) {
    static ObjectKey of(HasMetadata object) {
        var metadata = object.getMetadata();
        return new ObjectKey(
                OperandKind.of(object), Objects.requireNonNullElse(metadata.getNamespace(), ""), metadata.getName());
    }

    /** As a person would type it. */
    @Override
    public String toString() {
        return kind.kind() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
}
