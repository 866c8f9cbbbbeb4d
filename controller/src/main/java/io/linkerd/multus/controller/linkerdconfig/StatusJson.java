// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The parts of a status as JSON, for all who write one. */
public final class StatusJson {
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private StatusJson() {}

    /** {@return it as it is when it comes back from the API server} */
    public static JsonNode node(Object value) {
        return JSON.unmarshal(JSON.asJson(value), JsonNode.class);
    }

    /** {@return the moment that a text says; empty where it says none} */
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
