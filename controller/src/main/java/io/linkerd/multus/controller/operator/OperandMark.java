// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.plans.Instance;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * By what an operator knows the objects of its operand.
 *
 * @param labels of each; what the controller's other duties make is part of nothing, and lacks one of them
 * @param manager the field manager that applies them
 */
record OperandMark(Map<String, String> labels, String manager) {
    OperandMark {
        labels = Map.copyOf(labels);
    }

    /** {@return that of the operator of that instance} */
    static OperandMark of(Instance instance) {
        return new OperandMark(
                Map.of(
                        LinkerdMultus.INSTANCE_LABEL,
                        instance.name(),
                        LinkerdMultus.MANAGED_BY_LABEL,
                        LinkerdMultus.MANAGED_BY,
                        LinkerdMultus.PART_OF_LABEL,
                        LinkerdMultus.NAME),
                instance.fieldManager() + "-operator");
    }

    /** {@return whether its labels say that it is of this operand} */
    boolean isLabelled(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.<String, String>of())
                .entrySet()
                .containsAll(labels.entrySet());
    }

    /**
     * {@return whether this operator made it} By its labels, which another client may have taken away, or by who wrote its fields. What a Helm
     * release has by its annotation and its label is the release's, whoever wrote fields of it before: Helm has taken it over.
     *
     * @param object with its managedFields
     */
    boolean isOurs(HasMetadata object) {
        return isLabelled(object) || (!Keeper.isHelms(object) && isWritten(object));
    }

    private boolean isWritten(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getManagedFields(), List.<ManagedFieldsEntry>of())
                .stream()
                .anyMatch(fields -> manager.equals(fields.getManager()));
    }
}
