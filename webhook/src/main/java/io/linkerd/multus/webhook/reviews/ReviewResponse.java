// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.webhook.pods.PatchOperation;
import io.linkerd.multus.webhook.pods.PodDecision;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes the answer to a review, in UTF-8. */
final class ReviewResponse {
    private static final JsonFactory JSON = new JsonFactory();

    /** API servers cut a warning here. */
    private static final int LONGEST_WARNING = 256;

    private static final int USUAL_LENGTH = 1024;

    private ReviewResponse() {}

    static byte[] admit(String uid, PodDecision.Admit admit) {
        return review(uid, json -> {
            json.writeBooleanProperty("allowed", true);
            if (!admit.patch().isEmpty()) {
                json.writeStringProperty("patchType", "JSONPatch");
                json.writeBinaryProperty("patch", PatchOperation.json(admit.patch()));
            }
            if (!admit.warnings().isEmpty()) {
                json.writeArrayPropertyStart("warnings");
                admit.warnings().forEach(warning -> json.writeString(shortened(warning)));
                json.writeEndArray();
            }
        });
    }

    /** Denies, with a status that the API server passes on to whoever makes the pod. */
    static byte[] deny(String uid, int code, String reason, String message) {
        return review(uid, json -> {
            json.writeBooleanProperty("allowed", false);
            json.writeObjectPropertyStart("status");
            json.writeStringProperty("message", message);
            json.writeStringProperty("reason", reason);
            json.writeNumberProperty("code", code);
            json.writeEndObject();
        });
    }

    private static byte[] review(String uid, Consumer<JsonGenerator> response) {
        var bytes = new ByteArrayOutputStream(USUAL_LENGTH);
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("apiVersion", ReviewRequest.VERSION);
            json.writeStringProperty("kind", ReviewRequest.KIND);
            json.writeObjectPropertyStart("response");
            json.writeStringProperty("uid", uid);
            response.accept(json);
            json.writeEndObject();
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static String shortened(String warning) {
        return warning.length() <= LONGEST_WARNING ? warning : warning.substring(0, LONGEST_WARNING - 1) + "…";
    }
}
