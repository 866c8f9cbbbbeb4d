// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Reads JSON, also as tests write it: names without quotes, texts in single ones. */
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES, JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();

    private Json() {}

    static JsonNode read(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + text, e);
        }
    }

    static ObjectNode object(String text) {
        return read(text) instanceof ObjectNode object ? object : MAPPER.createObjectNode();
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** The text of a metadata field; empty where there is none. */
    static String metadata(JsonNode object, String field) {
        return object.path("metadata").path(field).asText("");
    }
}
