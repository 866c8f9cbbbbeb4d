// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Fields that a client owns in an object and that would go, or have another value, without a spec that asks for that. Of a subtree that would go
 * its root alone; none that the API server puts in by itself.
 */
final class UnsaidFields {
    /** Helm's own record in an object, which goes with its fields and is nothing that a person asked for. */
    private static final Set<String> RECORD = Set.of("f:meta.helm.sh/release-name", "f:meta.helm.sh/release-namespace");

    /** In {@code fieldsV1}, the field itself besides those below it. */
    private static final String ITSELF = ".";

    /** Maps whose keys are told one by one, whether there are others or not. */
    private static final Map<String, JsonNode> EMPTY = Map.of(
            "f:annotations", JsonNodeFactory.instance.objectNode(), "f:labels", JsonNodeFactory.instance.objectNode());

    /** What a release of this or another version has of its own: its name, and rights that follow from the rest. */
    private static final Set<String> VERSIONS = Set.of("f:labels", "f:rules", "f:roleRef", "f:subjects");

    /**
     * What a release says where it leaves the platform to be found out, and an operand never: it names the one that the operator has found out. Where
     * that one's folders are not those that the release has, its volumes tell so.
     */
    private static final String PLATFORM = ".env[name=LINKERD_MULTUS_PLATFORM].value";

    private static final String FOUND_OUT = "auto";

    /** Follows from the kinds that the cluster had when the chart was rendered; no value of a release says it. */
    private static final String DERIVED = ".env[name=LINKERD_MULTUS_VALIDATING_WEBHOOK_CONFIGURATIONS].value";

    private UnsaidFields() {}

    /**
     * Fields that are owned, and what there is of them.
     *
     * @param asked what is asked for
     * @param usual what is asked for where a spec asks for nothing in particular
     * @param there what the API server has
     * @param parent the name of the field that they are in; empty at the top
     */
    record Place(
            JsonNode fields, JsonNode asked, Optional<JsonNode> usual, JsonNode there, String path, String parent) {
        /** {@return that of the field, or item, at that step} */
        private Place at(FieldElement step, JsonNode below, JsonNode asked, JsonNode there) {
            return new Place(
                    below,
                    asked,
                    usual.flatMap(step::in),
                    there,
                    path + step.words(),
                    step.name().isEmpty() ? parent : step.name());
        }
    }

    /** Adds them by their paths. */
    static void collect(Place place, Set<String> found) {
        for (var field : place.fields().properties()) {
            var element = FieldElement.of(field.getKey());
            var there = element.flatMap(step -> step.in(place.there()));
            if (element.isEmpty() || there.isEmpty() || isRecord(field)) {
                continue;
            }
            var asked = element.get().in(place.asked()).or(() -> Optional.ofNullable(EMPTY.get(field.getKey())));
            if (asked.isPresent()) {
                within(field, place.at(element.get(), field.getValue(), asked.get(), there.get()), found);
            } else if (!ServerDefaults.isDefault(place.parent(), element.get().name(), there.get())) {
                found.add(told(place.path() + element.get().words()));
            }
        }
    }

    private static void within(Map.Entry<String, JsonNode> field, Place place, Set<String> found) {
        if (!isLeaf(place.fields())) {
            collect(place, found);
        } else if (!VERSIONS.contains(field.getKey())
                && !field.getKey().startsWith("f:app.kubernetes.io/")
                && isChanged(place)) {
            found.add(told(place.path()) + " (would be " + SameValue.inWords(place.asked()) + ")");
        }
    }

    /** What the spec asks for differs from the usual. */
    private static boolean isChanged(Place place) {
        return !SameValue.is(place.parent(), place.there(), place.asked())
                && !place.path().endsWith(DERIVED)
                && !(place.path().endsWith(PLATFORM) && place.there().asText().equals(FOUND_OUT))
                && place.usual()
                        .filter(usual -> SameValue.is(place.parent(), usual, place.asked()))
                        .isPresent();
    }

    private static boolean isLeaf(JsonNode fields) {
        return fields.propertyStream().allMatch(below -> below.getKey().equals(ITSELF));
    }

    private static String told(String path) {
        return path.replaceFirst("^[.]", "");
    }

    /** {@return whether it is Helm's own record, or has nothing else below it} */
    private static boolean isRecord(Map.Entry<String, JsonNode> field) {
        return RECORD.contains(field.getKey())
                || (!isLeaf(field.getValue())
                        && field.getValue()
                                .propertyStream()
                                .filter(below -> !below.getKey().equals(ITSELF))
                                .allMatch(UnsaidFields::isRecord));
    }
}
