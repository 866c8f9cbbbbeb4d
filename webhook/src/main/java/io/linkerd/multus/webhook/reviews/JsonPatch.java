// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.admission.PatchOperation.Value;
import io.linkerd.multus.contracts.json.JsonWriter;
import java.util.List;
import java.util.TreeMap;

/** Writes JSON Patches (RFC 6902). */
final class JsonPatch {
    private static final int USUAL_LENGTH = 512;

    private JsonPatch() {}

    /** {@return the operations as a JSON Patch, in UTF-8} */
    static byte[] of(List<PatchOperation> operations) {
        return JsonWriter.utf8(USUAL_LENGTH, json -> {
            json.list();
            for (var operation : operations) {
                json.object();
                json.text("op", "add");
                json.text("path", operation.pointer());
                json.name("value");
                write(json, operation.value());
                json.end();
            }
            json.end();
        });
    }

    private static void write(JsonWriter json, Value value) {
        switch (value) {
            case Value.Text(var text) -> json.text(text);
            case Value.Whole(var number) -> json.number(number);
            case Value.Members(var members) -> {
                json.object();
                new TreeMap<>(members).forEach((key, member) -> {
                    json.name(key);
                    write(json, member);
                });
                json.end();
            }
        }
    }
}
