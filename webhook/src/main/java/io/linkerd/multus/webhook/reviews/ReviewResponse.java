// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.webhook.pods.PatchOperation;
import io.linkerd.multus.webhook.pods.PodDecision;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Consumer;
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
                var patch = PatchOperation.json(admit.patch()).getBytes(StandardCharsets.UTF_8);
                json.writeStringProperty("patchType", "JSONPatch");
                json.writeStringProperty("patch", Base64.getEncoder().encodeToString(patch));
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

    private static String review(String uid, Consumer<JsonGenerator> response) {
        var text = new StringWriter(512);
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("apiVersion", ReviewRequest.VERSION);
            json.writeStringProperty("kind", ReviewRequest.KIND);
            json.writeObjectPropertyStart("response");
            json.writeStringProperty("uid", uid);
            response.accept(json);
            json.writeEndObject();
            json.writeEndObject();
        }
        return text.toString();
    }

    private static String shortened(String warning) {
        return warning.length() <= LONGEST_WARNING ? warning : warning.substring(0, LONGEST_WARNING - 1) + "…";
    }
}
