// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Set;
import java.util.stream.IntStream;

/** Whether the API server's value of a field is that of what is asked for, which it writes its own way and fills in. */
final class SameValue {
    /** So many characters of a value are told. */
    private static final int TOLD = 60;

    private static final Set<String> QUANTITIES = Set.of("limits", "requests", "cpu", "memory");
    private static final Set<String> IMAGES = Set.of("image");

    /** The operator's own account and Lease, which its operand names where a release names its controller's. */
    private static final String OPERATOR = "linkerd-multus-operator";

    private static final String CONTROLLER = "linkerd-multus-controller";

    private SameValue() {}

    /**
     * {@return whether it is}
     *
     * @param name of the field
     */
    static boolean is(String name, JsonNode there, JsonNode asked) {
        if (asked.isObject()) {
            return there.isObject() && isObject(name, there, asked);
        }
        if (asked.isArray()) {
            return there.isArray()
                    && there.size() == asked.size()
                    && IntStream.range(0, asked.size()).allMatch(at -> is(name, there.get(at), asked.get(at)));
        }
        return isScalar(name, there.asText(), asked.asText());
    }

    private static boolean isObject(String name, JsonNode there, JsonNode asked) {
        return asked.propertyStream()
                        .allMatch(field -> there.has(field.getKey())
                                ? is(field.getKey(), there.get(field.getKey()), field.getValue())
                                : isNothing(field.getValue()))
                && there.propertyStream()
                        .filter(field -> !asked.has(field.getKey()))
                        .allMatch(field -> ServerDefaults.isDefault(name, field.getKey(), field.getValue()));
    }

    /** What the API server leaves out of fields that are no pointers (Go's {@code omitempty}). */
    private static boolean isNothing(JsonNode value) {
        return value.isNull()
                || (value.isContainerNode() && value.isEmpty())
                || Set.of("", "0", "false").contains(value.asText("x"));
    }

    private static boolean isScalar(String name, String there, String asked) {
        if (there.equals(asked) || there.equals(asked.replace(OPERATOR, CONTROLLER))) {
            return true;
        }
        // Each version has images of its own, from the same place.
        return IMAGES.contains(name)
                ? withoutVersion(there).equals(withoutVersion(asked))
                : QUANTITIES.contains(name) && isQuantity(there, asked);
    }

    private static String withoutVersion(String image) {
        return image.replaceFirst("@.*", "").replaceFirst(":[^/]*$", "");
    }

    /** The API server has 500m for 0.5. */
    private static boolean isQuantity(String there, String asked) {
        try {
            return Quantity.getAmountInBytes(new Quantity(there))
                            .compareTo(Quantity.getAmountInBytes(new Quantity(asked)))
                    == 0;
        } catch (IllegalArgumentException | ArithmeticException e) {
            return false;
        }
    }

    /** {@return it for a person, cut where it is long} */
    static String inWords(JsonNode value) {
        var text = value.isValueNode() ? value.asText() : value.toString();
        return text.length() <= TOLD ? text : text.substring(0, TOLD) + "...";
    }
}
