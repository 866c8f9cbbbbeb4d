// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.service.kube.SharedValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A PodDisruptionBudget.
 *
 * @param labels that its pods have
 * @param requirements that their labels meet, each a {@code matchExpression}
 * @param allowed how many of them may be evicted now
 */
record Budget(String namespace, Map<String, String> labels, List<Fields> requirements, int allowed) {

    static Budget of(GenericKubernetesResource object) {
        var fields = Fields.of(object);
        var selector = fields.at("spec", "selector");
        return new Budget(
                object.getMetadata().getNamespace(),
                selector.texts("matchLabels"),
                // One without a selector selects no pod, and a requirement that cannot be met says that.
                selector.isThere() ? selector.items("matchExpressions") : List.of(selector),
                fields.number(1, "status", "disruptionsAllowed"));
    }

    /** {@return what is taken for true of one that is not read} */
    static Budget unread(String namespace) {
        return new Budget(namespace, Map.of(), List.of(), 0);
    }

    /** {@return what it takes to keep it} Requirements are kept as maps and lists, which take ten times what they say. */
    SharedValues.Weight weight() {
        var texts = new ArrayList<>(List.of(namespace));
        labels.forEach((name, value) -> {
            texts.add(name);
            texts.add(value);
        });
        int size = 400 + 40 * labels.size() + 10 * requirements.toString().length() + SharedValues.sizeOf(texts);
        return new SharedValues.Weight(size, List.of());
    }

    /** {@return how many pods with these labels may be evicted now, by the least of those budgets that select them} */
    static int allowed(List<Budget> budgets, String namespace, Map<String, String> podLabels) {
        return budgets.stream()
                .filter(budget -> budget.namespace.equals(namespace) && budget.selects(podLabels))
                .mapToInt(Budget::allowed)
                .min()
                .orElse(1);
    }

    private boolean selects(Map<String, String> podLabels) {
        return podLabels.entrySet().containsAll(labels.entrySet())
                && requirements.stream().allMatch(requirement -> isMet(requirement, podLabels));
    }

    private static boolean isMet(Fields requirement, Map<String, String> podLabels) {
        var value = requirement.text("key").flatMap(key -> Optional.ofNullable(podLabels.get(key)));
        var values = requirement.items("values").stream().map(Fields::value).toList();
        return switch (requirement.text("operator").orElse("")) {
            case "In" -> value.filter(values::contains).isPresent();
            case "NotIn" -> value.filter(values::contains).isEmpty();
            case "Exists" -> value.isPresent();
            case "DoesNotExist" -> value.isEmpty();
            default -> false;
        };
    }
}
