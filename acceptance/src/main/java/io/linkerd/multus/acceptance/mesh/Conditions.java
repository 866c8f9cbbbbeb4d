// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import com.fasterxml.jackson.databind.JsonNode;

/** What objects say of themselves. */
public final class Conditions {
    private Conditions() {}

    /** {@return the condition of that type, as {@code True Reason: message}; empty where there is none} */
    public static String of(JsonNode object, String type) {
        return of(object, "/status/conditions", type);
    }

    /** {@return the same of conditions that are elsewhere, by a JSON pointer} */
    public static String of(JsonNode object, String conditions, String type) {
        return object.at(conditions)
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals(type))
                .map(condition -> "%s %s: %s"
                        .formatted(
                                condition.path("status").asText(),
                                condition.path("reason").asText(),
                                condition.path("message").asText()))
                .findFirst()
                .orElse("");
    }
}
