// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Converts parts of a status to JSON and back. */
public final class StatusJson {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private StatusJson() {}

    /** {@return the value as the API server returns it} */
    public static JsonNode node(Object value) {
        return JSON.unmarshal(JSON.asJson(value), JsonNode.class);
    }

    /** {@return the moment that a text has; empty where it has none} */
    static Optional<Instant> moment(JsonNode text) {
        try {
            return Optional.of(Instant.parse(text.asText()));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    static Map<String, Object> fields(JsonNode object) {
        var fields = new LinkedHashMap<String, Object>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }
}
