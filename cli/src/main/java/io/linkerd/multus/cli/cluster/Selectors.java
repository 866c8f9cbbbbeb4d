// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Selectors of labels, as the API server takes them in the query of a request. */
final class Selectors {
    private Selectors() {}

    /** {@return what an object's selector says: its labels, and its expressions} */
    static String text(@Nullable LabelSelector selector) {
        if (selector == null) {
            return "";
        }
        var labels = Objects.requireNonNullElse(selector.getMatchLabels(), Map.<String, String>of());
        return Stream.concat(
                        labels.entrySet().stream()
                                .map(label -> label.getKey() + "=" + label.getValue())
                                .sorted(),
                        selector.getMatchExpressions().stream().map(Selectors::text))
                .collect(Collectors.joining(","));
    }

    private static String text(LabelSelectorRequirement one) {
        var values = " (" + String.join(",", one.getValues()) + ")";
        return switch (one.getOperator()) {
            case "In" -> one.getKey() + " in" + values;
            case "NotIn" -> one.getKey() + " notin" + values;
            case "DoesNotExist" -> "!" + one.getKey();
            default -> one.getKey();
        };
    }
}
