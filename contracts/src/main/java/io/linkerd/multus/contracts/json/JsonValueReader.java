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
        return switch (walk.shape()) {
            case OBJECT -> members(start);
            case LIST -> elements(start);
            case TEXT -> {
                var text = walk.text();
                yield new JsonValue.Text(start, walk.end(), text);
            }
            case NULL -> new JsonValue.Null(start, walk.end());
            case NUMBER ->
                walk.isLong()
                        ? new JsonValue.Whole(start, walk.end(), walk.number().orElseThrow())
                        : new JsonValue.Other(start, walk.end());
            case FLAG -> new JsonValue.Other(start, walk.end());
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
