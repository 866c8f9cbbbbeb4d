// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The body of a request: {@code env}, {@code config} and {@code interfaceAttributes}, as Go decodes them. Keys may be in any case, of
 * several the last that is not null counts, and a document that is null has none of them.
 */
record RequestBody(JsonText json, JsonValue.Members object) {
    /** A configuration of 1 MiB in Base64, and an environment as long as Linux lets it be. Usual are 5 kB. */
    static final JsonLimits LIMITS = JsonLimits.ofLength(4 << 20).values(20_000).build();

    static Result<RequestBody> read(byte[] body) {
        if (body.length > LIMITS.length()) {
            return new Result.Not<>("the request is longer than " + LIMITS.length() + " bytes");
        }
        return decoded(body)
                .map(text -> JsonText.read(text, LIMITS))
                .orElseGet(() -> new Result.Not<>("it is not UTF-8"))
                .then(RequestBody::of);
    }

    Optional<JsonValue> last(String field) {
        return object.goMembers(field)
                .map(JsonValue.Member::value)
                .filter(value -> !(value instanceof JsonValue.Null))
                .reduce((_, later) -> later);
    }

    Result<String> config() {
        return last("config")
                .map(value ->
                        value.text().map(RequestBody::config).orElseGet(() -> new Result.Not<>("config is not a text")))
                .orElseGet(() -> new Result.Ok<>(""));
    }

    Result<InterfaceAttributes> attributes() {
        return last("interfaceAttributes")
                .map(value -> value instanceof JsonValue.Members attributes
                        ? InterfaceAttributes.read(new RequestBody(json, attributes))
                        : new Result.Not<InterfaceAttributes>("interfaceAttributes is not an object"))
                .orElseGet(() -> new Result.Ok<>(InterfaceAttributes.NONE));
    }

    private static Result<RequestBody> of(JsonText json) {
        return switch (json.root()) {
            case JsonValue.Members object -> new Result.Ok<>(new RequestBody(json, object));
            case JsonValue.Null nothing ->
                new Result.Ok<>(
                        new RequestBody(json, new JsonValue.Members(nothing.start(), nothing.end(), List.of())));
            case JsonValue.Elements _, JsonValue.Text _, JsonValue.Whole _, JsonValue.Other _ ->
                new Result.Not<>("it is not an object");
        };
    }

    /** Lines of Base64 may be broken anywhere, as Go has it. */
    private static Result<String> config(String base64) {
        try {
            return decoded(Base64.getDecoder().decode(base64.replace("\n", "").replace("\r", "")))
                    .<Result<String>>map(Result.Ok::new)
                    .orElseGet(() -> new Result.Not<>("config is not UTF-8"));
        } catch (IllegalArgumentException _) {
            return new Result.Not<>("config is not in Base64");
        }
    }

    private static Optional<String> decoded(byte[] bytes) {
        try {
            return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }
}
