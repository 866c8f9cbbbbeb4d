// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The API server's no, with the Status that tells why. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(400, "BadRequest"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "NotFound"),
            Map.entry(405, "MethodNotAllowed"),
            Map.entry(409, "Conflict"),
            Map.entry(410, "Expired"),
            Map.entry(415, "UnsupportedMediaType"),
            Map.entry(422, "Invalid"),
            Map.entry(429, "TooManyRequests"),
            Map.entry(503, "ServiceUnavailable"),
            Map.entry(504, "Timeout"));

    private final transient ObjectNode status;

    /** One of the reasons, and the field that it is about. */
    record Cause(String reason, String message, String field) {}

    private Refusal(ObjectNode status) {
        super(status.path("message").asText());
        this.status = status;
    }

    /** Any refusal, with the reason of its code. */
    static Refusal of(int code, String message) {
        var status = Json.object()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Failure")
                .put("message", message)
                .put("code", code);
        Optional.ofNullable(REASONS.get(code)).ifPresent(reason -> status.put("reason", reason));
        return new Refusal(status);
    }

    /** A webhook denies without a reason of its own, as Linkerd's do. */
    static Refusal denied() {
        var refusal =
                of(400, "admission webhook \"linkerd-proxy-injector.linkerd.io\" denied the request: by the test");
        refusal.status.remove("reason");
        return refusal;
    }

    static Refusal unknownPath(String path) {
        return of(404, "the server could not find the requested resource " + path);
    }

    static Refusal notFound(Target target) {
        return of(404, target.kind().plural() + " \"" + target.name() + "\" not found")
                .about(target, target.kind().plural());
    }

    static Refusal alreadyExists(Target target) {
        var refusal = of(409, target.kind().plural() + " \"" + target.name() + "\" already exists")
                .about(target, target.kind().plural());
        refusal.status.put("reason", "AlreadyExists");
        return refusal;
    }

    static Refusal conflict(Target target, String kind, String message) {
        return of(409, "Operation cannot be fulfilled on " + target.name() + ": " + message)
                .about(target, kind);
    }

    /** A namespace that is going takes nothing in any more. */
    static Refusal terminating(Target target) {
        return of(403, "unable to create new content in namespace " + target.namespace() + ": it is being terminated")
                .about(target, target.kind().plural())
                .because(List.of(new Cause("NamespaceTerminating", "is being terminated", "metadata.namespace")));
    }

    static Refusal invalid(Target target, String reason, String field) {
        return invalid(reason, field).about(target, target.kind().name());
    }

    /** An update that has to name the version that it is based on. */
    static Refusal withoutVersion(Target target) {
        return invalid("FieldValueInvalid", "metadata.resourceVersion")
                .about(target, target.kind().plural());
    }

    /** A request whose options or subresource are wrong. */
    static Refusal invalid(String group, String kind, String reason, String field) {
        var refusal = invalid(reason, field);
        refusal.details().put("group", group).put("kind", kind);
        return refusal;
    }

    private static Refusal invalid(String reason, String field) {
        return of(422, field + ": " + reason).because(List.of(new Cause(reason, reason, field)));
    }

    Refusal because(List<Cause> causes) {
        var list = details().putArray("causes");
        for (var cause : causes) {
            list.addObject()
                    .put("reason", cause.reason())
                    .put("message", cause.message())
                    .put("field", cause.field());
        }
        return this;
    }

    Answer answer() {
        return new Answer(status.path("code").asInt(), status);
    }

    private Refusal about(Target target, String kind) {
        details().put("kind", kind);
        if (!target.isList()) {
            details().put("name", target.name());
        }
        if (!target.kind().group().isEmpty()) {
            details().put("group", target.kind().group());
        }
        return this;
    }

    private ObjectNode details() {
        return status.withObject("/details");
    }
}
