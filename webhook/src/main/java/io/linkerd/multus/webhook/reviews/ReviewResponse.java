// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.admission.Verdict;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes the answer to a review, in UTF-8. */
final class ReviewResponse {
    private static final JsonFactory JSON = new JsonFactory();

    /** API servers cut each warning here where all of a request are too long, and what is audited should be no longer. */
    private static final int LONGEST_TEXT = 256;

    /** What they let through of all warnings as they are. */
    private static final int LONGEST_WARNINGS = 4096;

    private static final int SERVICE_UNAVAILABLE = 503;
    private static final int RETRY_SECONDS = 1;

    private static final int USUAL_LENGTH = 1024;

    private ReviewResponse() {}

    static byte[] admit(String uid, Verdict.Admit admit) {
        return review(uid, json -> {
            json.writeBooleanProperty("allowed", true);
            if (!admit.patch().isEmpty()) {
                json.writeStringProperty("patchType", "JSONPatch");
                json.writeBinaryProperty("patch", JsonPatch.of(admit.patch()));
                writeAuditAnnotations(json, admit);
            }
            writeWarnings(json, admit.warnings());
        });
    }

    /** Admits what nobody changes. */
    static byte[] admit(String uid, List<String> warnings) {
        return review(uid, json -> {
            json.writeBooleanProperty("allowed", true);
            writeWarnings(json, warnings);
        });
    }

    private static void writeWarnings(JsonGenerator json, List<String> warnings) {
        if (!warnings.isEmpty()) {
            json.writeArrayPropertyStart("warnings");
            boolean whole = warnings.stream().mapToInt(String::length).sum() <= LONGEST_WARNINGS;
            warnings.forEach(warning -> json.writeString(whole ? warning : shortened(warning)));
            json.writeEndArray();
        }
    }

    /**
     * What was done to the pod, and why, for the API server's audit log, which puts the webhook's name and a slash before each key. Said once:
     * where nothing is left to change, the API server has it already, and takes each key only once. A refusal is in the log as what was answered.
     */
    private static void writeAuditAnnotations(JsonGenerator json, Verdict.Admit admit) {
        json.writeObjectPropertyStart("auditAnnotations");
        json.writeStringProperty("changed", PatchOperation.pointers(admit.patch()));
        json.writeStringProperty("reason", shortened(admit.cause().label() + ": " + admit.reason()));
        json.writeEndObject();
    }

    /** Denies, with a status that the API server passes on to whoever asked. */
    static byte[] deny(String uid, int code, String reason, String message) {
        return deny(uid, code, reason, message, _ -> {});
    }

    /** Denies for now. API servers make a header of when to try again, which their clients obey. */
    static byte[] denyForNow(String uid, String message) {
        return deny(uid, SERVICE_UNAVAILABLE, "ServiceUnavailable", message, json -> {
            json.writeObjectPropertyStart("details");
            json.writeNumberProperty("retryAfterSeconds", RETRY_SECONDS);
            json.writeEndObject();
        });
    }

    private static byte[] deny(String uid, int code, String reason, String message, Consumer<JsonGenerator> more) {
        return review(uid, json -> {
            json.writeBooleanProperty("allowed", false);
            json.writeObjectPropertyStart("status");
            json.writeStringProperty("message", message);
            json.writeStringProperty("reason", reason);
            json.writeNumberProperty("code", code);
            more.accept(json);
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

    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
    }
}
