// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.io.IOException;

/** Takes what was answered, and keeps no more of it than it reads. */
@FunctionalInterface
public interface ApiReading<T> {
    /** Of an answer that is kept whole: objects are at most 1.5 MiB in etcd, and those that are asked for are a few kB. */
    JsonLimits WHOLE =
            JsonLimits.ofLength(4 << 20).keys(50_000).depth(500).recurringKeys().build();

    /**
     * Reads an answer with a status of 2xx.
     *
     * @throws MalformedJson if it is none of what was asked for
     * @throws IOException if it stops arriving
     */
    T read(ApiResponse response) throws IOException, MalformedJson;

    /** {@return a reading that keeps the whole answer} */
    static ApiReading<JsonValue> whole() {
        return response -> value(response.body().readNBytes(WHOLE.length() + 1));
    }

    /** {@return a document that is here} */
    static JsonValue value(byte[] document) throws MalformedJson {
        return switch (JsonValue.read(document, WHOLE)) {
            case Result.Ok<JsonValue>(var value) -> value;
            case Result.Not<JsonValue>(var reason) -> throw new MalformedJson(reason);
        };
    }

    /** {@return a reading that keeps nothing: what was asked for is done, whatever is answered besides} */
    static <T> ApiReading<T> nothing(T done) {
        return _ -> done;
    }
}
