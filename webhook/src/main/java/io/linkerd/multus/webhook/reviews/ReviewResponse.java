// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import io.linkerd.multus.contracts.admission.PatchOperation;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.json.JsonWriter;
import java.util.List;
import java.util.function.Consumer;

/** Writes the answer to a review, in UTF-8. */
final class ReviewResponse {
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
            json.flag("allowed", true);
            if (!admit.patch().isEmpty()) {
                json.text("patchType", "JSONPatch");
                json.bytes("patch", JsonPatch.of(admit.patch()));
                writeAuditAnnotations(json, admit);
            }
            writeWarnings(json, admit.warnings());
        });
    }

    /** Admits what nobody changes. */
    static byte[] admit(String uid, List<String> warnings) {
        return review(uid, json -> {
            json.flag("allowed", true);
            writeWarnings(json, warnings);
        });
    }

    private static void writeWarnings(JsonWriter json, List<String> warnings) {
        if (!warnings.isEmpty()) {
            json.list("warnings");
            boolean whole = warnings.stream().mapToInt(String::length).sum() <= LONGEST_WARNINGS;
            warnings.forEach(warning -> json.text(whole ? warning : shortened(warning)));
            json.end();
        }
    }

    /**
     * What was done to the pod, and why, for the API server's audit log, which puts the webhook's name and a slash before each key. Said once:
     * where nothing is left to change, the API server has it already, and takes each key only once. A refusal is in the log as what was answered.
     */
    private static void writeAuditAnnotations(JsonWriter json, Verdict.Admit admit) {
        json.object("auditAnnotations");
        json.text("changed", PatchOperation.pointers(admit.patch()));
        json.text("reason", shortened(admit.cause().label() + ": " + admit.reason()));
        json.end();
    }

    /** Denies, with a status that the API server passes on to whoever asked. */
    static byte[] deny(String uid, int code, String reason, String message) {
        return deny(uid, code, reason, message, _ -> {});
    }

    /** Denies for now. API servers make a header of when to try again, which their clients obey. */
    static byte[] denyForNow(String uid, String message) {
        return deny(uid, SERVICE_UNAVAILABLE, "ServiceUnavailable", message, json -> {
            json.object("details");
            json.number("retryAfterSeconds", RETRY_SECONDS);
            json.end();
        });
    }

    private static byte[] deny(String uid, int code, String reason, String message, Consumer<JsonWriter> more) {
        return review(uid, json -> {
            json.flag("allowed", false);
            json.object("status");
            json.text("message", message);
            json.text("reason", reason);
            json.number("code", code);
            more.accept(json);
            json.end();
        });
    }

    private static byte[] review(String uid, Consumer<JsonWriter> response) {
        return JsonWriter.utf8(USUAL_LENGTH, json -> {
            json.object();
            json.text("apiVersion", ReviewRequest.VERSION);
            json.text("kind", ReviewRequest.KIND);
            json.object("response");
            json.text("uid", uid);
            response.accept(json);
            json.end();
            json.end();
        });
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
    }
}
