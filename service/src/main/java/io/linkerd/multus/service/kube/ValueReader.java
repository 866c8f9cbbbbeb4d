// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/** Reads objects as they are, whole: for lists of a few. */
public final class ValueReader implements ListReader<JsonValue> {
    @Override
    public ApiCall list(String path) {
        return ApiCall.get(path);
    }

    @Override
    public ApiCall watch(String path) {
        return ApiCall.get(path);
    }

    @Override
    public String objects(InputStream list, Consumer<JsonValue> objects) throws MalformedJson, IOException {
        var all = ApiReading.value(list.readNBytes(ApiReading.WHOLE.length() + 1));
        all.items("items").forEach(objects);
        return all.text("metadata", "resourceVersion").orElse("");
    }

    @Override
    public Told<JsonValue> told(InputStream line) throws MalformedJson, IOException {
        var event = ApiReading.value(line.readNBytes(ApiReading.WHOLE.length() + 1));
        var object = event.member("object").orElse(event);
        return new Told<>(
                event.text("type").orElse(""),
                object,
                object.text("metadata", "resourceVersion").orElse(""));
    }
}
