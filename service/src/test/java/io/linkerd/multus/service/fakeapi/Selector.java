// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which objects a list or watch is about: {@code fieldSelector} and {@code labelSelector}. */
final class Selector {
    private static final Pattern OUTSIDE_OF_SETS = Pattern.compile(",(?![^(]*\\))");
    private static final Pattern COMPARISON = Pattern.compile("([^=!]+)(==|=|!=)(.*)");
    private static final Pattern SET = Pattern.compile("(\\S+)\\s+(in|notin)\\s*\\(([^)]*)\\)");
    /** Fields that built-in kinds can be selected by, besides name and namespace. */
    private static final Set<String> SELECTABLE = Set.of(
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.serviceAccountName",
            "status.phase",
            "spec.unschedulable",
            "type",
            "reason",
            "involvedObject.kind",
            "involvedObject.name",
            "involvedObject.namespace",
            "involvedObject.uid");

    private Selector() {}

    static Predicate<JsonNode> of(Kind kind, String fields, String labels) {
        return Stream.concat(
                        terms(fields).map(term -> field(kind, term)),
                        terms(labels).map(Selector::label))
                .reduce(_ -> true, Predicate::and);
    }

    private static Stream<String> terms(String selector) {
        return OUTSIDE_OF_SETS.splitAsStream(selector).map(String::strip).filter(term -> !term.isEmpty());
    }

    private static Predicate<JsonNode> field(Kind kind, String term) {
        var parts = COMPARISON.matcher(term);
        if (!parts.matches()) {
            throw Refusal.of(400, "not a field selector: " + term);
        }
        var name = parts.group(1);
        if (!Set.of("metadata.name", "metadata.namespace").contains(name)
                && (kind.is(Kind.Trait.CUSTOM) || !SELECTABLE.contains(name))) {
            throw Refusal.of(400, "field label not supported: " + name);
        }
        var pointer = "/" + name.replace('.', '/');
        return compared(parts.group(2), parts.group(3), object -> object.at(pointer));
    }

    private static Predicate<JsonNode> label(String term) {
        var set = SET.matcher(term);
        if (set.matches()) {
            var values =
                    Arrays.stream(set.group(3).split(",")).map(String::strip).toList();
            return set.group(2).equals("in")
                    ? among(set.group(1), values)
                    : among(set.group(1), values).negate();
        }
        var parts = COMPARISON.matcher(term);
        if (parts.matches()) {
            return compared(
                    parts.group(2),
                    parts.group(3).strip(),
                    labelNamed(parts.group(1).strip()));
        }
        return term.startsWith("!")
                ? object -> labelNamed(term.substring(1)).apply(object).isMissingNode()
                : object -> !labelNamed(term).apply(object).isMissingNode();
    }

    private static Predicate<JsonNode> among(String label, List<String> values) {
        return object -> {
            var found = labelNamed(label).apply(object);
            return !found.isMissingNode() && values.contains(found.asText());
        };
    }

    private static Predicate<JsonNode> compared(String operator, String value, Function<JsonNode, JsonNode> of) {
        Predicate<JsonNode> equal = object ->
                !of.apply(object).isMissingNode() ? of.apply(object).asText().equals(value) : value.isEmpty();
        return operator.equals("!=") ? equal.negate() : equal;
    }

    private static Function<JsonNode, JsonNode> labelNamed(String name) {
        return object -> object.path("metadata").path("labels").path(name);
    }
}
