// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.pods;

import io.linkerd.multus.webhook.pods.PatchOperation.Value;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes the answer to a review. */
final class ReviewResponse {
    private static final JsonFactory JSON = new JsonFactory();

    /** API servers cut a warning here. */
    private static final int LONGEST_WARNING = 256;

    private ReviewResponse() {}

    static String admit(String uid, PodDecision.Admit admit) {
        return review(uid, json -> {
            json.writeBooleanProperty("allowed", true);
            if (!admit.patch().isEmpty()) {
                json.writeStringProperty("patchType", "JSONPatch");
                json.writeStringProperty(
                        "patch",
                        Base64.getEncoder().encodeToString(patch(admit.patch()).getBytes(StandardCharsets.UTF_8)));
            }
            if (!admit.warnings().isEmpty()) {
                json.writeArrayPropertyStart("warnings");
                admit.warnings().forEach(warning -> json.writeString(shortened(warning)));
                json.writeEndArray();
            }
        });
    }

    /** Denies, with a status that the API server passes on to whoever makes the pod. */
    static String deny(String uid, int code, String reason, String message) {
        return review(uid, json -> {
            json.writeBooleanProperty("allowed", false);
            json.writeObjectPropertyStart("status");
            json.writeStringProperty("message", message);
            json.writeStringProperty("reason", reason);
            json.writeNumberProperty("code", code);
            json.writeEndObject();
        });
    }

    static String patch(List<PatchOperation> operations) {
        return written(json -> {
            json.writeStartArray();
            for (PatchOperation operation : operations) {
                json.writeStartObject();
                json.writeStringProperty("op", "add");
                json.writeStringProperty("path", operation.pointer());
                json.writeName("value");
                write(json, operation.value());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
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

    private interface Content {
        void write(JsonGenerator json);
    }

    private static String review(String uid, Content response) {
        return written(json -> {
            json.writeStartObject();
            json.writeStringProperty("apiVersion", ReviewRequest.VERSION);
            json.writeStringProperty("kind", ReviewRequest.KIND);
            json.writeObjectPropertyStart("response");
            json.writeStringProperty("uid", uid);
            response.write(json);
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private static String written(Content content) {
        var text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            content.write(json);
        }
        return text.toString();
    }

    private static String shortened(String warning) {
        return warning.length() <= LONGEST_WARNING ? warning : warning.substring(0, LONGEST_WARNING - 1) + "…";
    }
}
