// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.admission.PatchOperation.Value;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON Patches (RFC 6902). */
final class JsonPatch {
    private static final JsonFactory JSON = new JsonFactory();

    private static final int USUAL_LENGTH = 512;

    private JsonPatch() {}

    /** {@return the operations as a JSON Patch, in UTF-8} */
    static byte[] of(List<PatchOperation> operations) {
        var bytes = new ByteArrayOutputStream(USUAL_LENGTH);
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartArray();
            for (var operation : operations) {
                json.writeStartObject();
                json.writeStringProperty("op", "add");
                json.writeStringProperty("path", operation.pointer());
                json.writeName("value");
                write(json, operation.value());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator json, Value value) {
        switch (value) {
            case Value.Text(var text) -> json.writeString(text);
            case Value.Whole(var number) -> json.writeNumber(number);
            case Value.Members(var members) -> {
                json.writeStartObject();
                new TreeMap<>(members).forEach((key, member) -> {
                    json.writeName(key);
                    write(json, member);
                });
                json.writeEndObject();
            }
        }
    }
}
