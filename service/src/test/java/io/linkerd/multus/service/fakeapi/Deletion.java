// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/** What becomes of an object that is deleted: it goes, or stays marked until its finalizers are gone. */
final class Deletion {
    private Deletion() {}

    /** The object marked as being deleted, where somebody has to finish it before it goes. */
    static Optional<ObjectNode> going(ObjectNode before, JsonNode options, Instant now) {
        var after = before.deepCopy();
        var metadata = after.withObject("/metadata");
        switch (options.path("propagationPolicy").asText()) {
            case "Foreground" -> metadata.withArray("/finalizers").add("foregroundDeletion");
            case "Orphan" -> metadata.withArray("/finalizers").add("orphan");
            default -> {}
        }
        if (metadata.has("deletionTimestamp")) {
            return Optional.of(before);
        }
        if (metadata.path("finalizers").isEmpty()
                && before.path("spec").path("finalizers").isEmpty()) {
            return Optional.empty();
        }
        metadata.put("deletionTimestamp", now.toString());
        if (before.path("spec").path("finalizers").isEmpty()) {
            metadata.put("deletionGracePeriodSeconds", 0);
        } else {
            after.withObject("/status").put("phase", "Terminating");
        }
        if (metadata.has("generation")) {
            metadata.put("generation", Admission.generation(before) + 1);
        }
        return Optional.of(after);
    }

    /** The Status that tells of a deletion. */
    static ObjectNode gone(Target target, ObjectNode before) {
        ObjectNode status = Json.object()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Success")
                .set("metadata", Json.object());
        var details = status.withObject("/details")
                .put("name", target.name())
                .put("kind", target.kind().plural());
        if (!target.kind().group().isEmpty()) {
            details.put("group", target.kind().group());
        }
        details.put("uid", Json.metadata(before, "uid"));
        return status;
    }

    /** Whether nothing keeps it any more after it was marked. */
    static boolean isFinished(ObjectNode object) {
        return object.path("metadata").has("deletionTimestamp")
                && object.path("metadata").path("finalizers").isEmpty()
                && object.path("spec").path("finalizers").isEmpty();
    }
}
