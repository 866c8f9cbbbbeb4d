// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import io.linkerd.multus.contracts.Result;
import java.util.ArrayList;

/** Keeps all that a walk passes, and notes where it stands. */
record JsonValueReader(JsonWalk walk) {

    static Result<JsonValue> read(byte[] document, JsonLimits limits) {
        try {
            return new Result.Ok<>(JsonDocument.read(document, limits, walk -> new JsonValueReader(walk).value()));
        } catch (MalformedJson malformed) {
            return new Result.Not<>(malformed.reason());
        }
    }

    static JsonValue parse(String text, JsonLimits limits) throws MalformedJson {
        return JsonDocument.read(text, limits, walk -> new JsonValueReader(walk).value());
    }

    private JsonValue value() throws MalformedJson {
        int start = walk.start();
        return switch (walk.token()) {
            case START_OBJECT -> members(start);
            case START_ARRAY -> elements(start);
            case VALUE_STRING -> {
                var text = walk.text();
                yield new JsonValue.Text(start, walk.end(), text);
            }
            case VALUE_NULL -> new JsonValue.Null(start, walk.end());
            case VALUE_NUMBER_INT ->
                walk.isLong()
                        ? new JsonValue.Whole(start, walk.end(), walk.number().orElseThrow())
                        : new JsonValue.Other(start, walk.end());
            case VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> new JsonValue.Other(start, walk.end());
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("not the start of a JSON value: " + walk.token());
        };
    }

    private JsonValue members(int start) throws MalformedJson {
        var members = new ArrayList<JsonValue.Member>();
        while (walk.nextKey()) {
            int keyStart = walk.start();
            members.add(new JsonValue.Member(keyStart, walk.key(), value()));
        }
        return new JsonValue.Members(start, walk.end(), members);
    }

    private JsonValue elements(int start) throws MalformedJson {
        var elements = new ArrayList<JsonValue>();
        walk.list(_ -> elements.add(value()));
        return new JsonValue.Elements(start, walk.end(), elements);
    }
}
