// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.pods;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One operation {@code add} of a JSON Patch (RFC 6902); on a member that is there already, add replaces.
 *
 * @param pointer where, escaped as RFC 6901 has it
 * @param value what
 */
public record PatchOperation(String pointer, Value value) {
    private static final JsonFactory JSON = new JsonFactory();

    private static final int USUAL_LENGTH = 512;

    /** What a patch may put into a pod. */
    public sealed interface Value {
        /** A text. */
        record Text(String text) implements Value {}

        /** A whole number. */
        record Whole(long number) implements Value {}

        /** An object. */
        record Members(Map<String, ? extends Value> members) implements Value {
            public Members {
                members = Map.copyOf(members);
            }
        }
    }

    /** {@return a key as one step of a pointer} */
    static String step(String key) {
        return "/" + key.replace("~", "~0").replace("/", "~1");
    }

    /** {@return where the operations put something} */
    public static String pointers(List<PatchOperation> operations) {
        return operations.stream().map(PatchOperation::pointer).collect(Collectors.joining(", "));
    }

    /** {@return the operations as a JSON Patch, in UTF-8} */
    public static byte[] json(List<PatchOperation> operations) {
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
