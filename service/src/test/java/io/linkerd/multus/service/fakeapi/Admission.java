// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** What an object becomes on its way in: names, defaults, and what the API server alone decides. */
final class Admission {
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    /** Roles and bindings are called as one likes, as long as it is one segment of a path. */
    private static final Pattern SEGMENT = Pattern.compile("(?!\\.{1,2}$)[^/%]+");

    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_NAMESPACE = 63;
    /** What stays as it is, whatever a client sends. */
    private static final List<String> KEPT = List.of(
            "uid",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "generation",
            "managedFields",
            "resourceVersion");
    /** By kind, the field that cannot change once it is there. */
    private static final Map<String, String> IMMUTABLE = Map.of("RoleBinding", "roleRef", "Secret", "type");

    /** What is not kept where there is nothing in it. */
    private static final List<String> OMITTED =
            List.of("labels", "annotations", "finalizers", "ownerReferences", "data");

    private Admission() {}

    /** Where the object belongs; a name is made up, with that number, where it asks for one. */
    static Target target(Target at, ObjectNode given, long number) {
        var namespace = Json.metadata(given, "namespace");
        if (!namespace.isEmpty() && !namespace.equals(at.namespace())) {
            throw Refusal.of(400, "the namespace of the object does not match the one of the request");
        }
        var prefix = Json.metadata(given, "generateName");
        var own = Json.metadata(given, "name");
        var name = own.isEmpty() && !prefix.isEmpty() ? prefix + Long.toString(number, 36) : own;
        var target = at.named(name.isEmpty() ? at.name() : name);
        if (!at.isList() && !target.name().equals(at.name())) {
            throw Refusal.of(400, "the name of the object does not match the name on the URL");
        }
        if (target.isList()) {
            throw Refusal.invalid(target, "FieldValueRequired", "metadata.name");
        }
        var longest = target.kind().plural().equals("namespaces") ? LONGEST_NAMESPACE : LONGEST_NAME;
        var names = target.kind().apiVersion().startsWith("rbac.authorization.k8s.io/") ? SEGMENT : NAME;
        if (!names.matcher(target.name()).matches() || target.name().length() > longest) {
            throw Refusal.invalid(target, "FieldValueInvalid", "metadata.name");
        }
        return target;
    }

    /** A new object, as it is kept. */
    static ObjectNode fresh(Target target, ObjectNode given, Instant now) {
        var object = complete(target, given);
        var metadata = object.withObject("/metadata").remove(KEPT);
        metadata.put("uid", UUID.randomUUID().toString()).put("creationTimestamp", now.toString());
        if (target.kind().is(Kind.Trait.GENERATION)) {
            metadata.put("generation", 1);
        }
        return object;
    }

    /** What is kept of a change. */
    static ObjectNode kept(Target target, ObjectNode before, ObjectNode wanted) {
        var after = complete(target, wanted);
        if (target.kind().is(Kind.Trait.STATUS)) {
            after.set("status", before.path("status"));
        }
        var immutable = IMMUTABLE.get(target.kind().name());
        if (immutable != null
                && before.has(immutable)
                && !before.path(immutable).equals(after.path(immutable))) {
            throw Refusal.invalid(target, "FieldValueInvalid", immutable);
        }
        var metadata = after.withObject("/metadata").remove(KEPT);
        KEPT.stream()
                .filter(before.path("metadata")::has)
                .forEach(field -> metadata.set(field, before.path("metadata").path(field)));
        if (target.kind().is(Kind.Trait.GENERATION) && !wants(before).equals(wants(after))) {
            metadata.put("generation", generation(before) + 1);
        }
        return after;
    }

    /** What is made by being applied has no uid yet; one that was there, and is gone, is not made anew. */
    static void requireNoUid(Target target, JsonNode wanted) {
        if (!Json.metadata(wanted, "uid").isEmpty()) {
            throw Refusal.conflict(target, target.kind().plural(), "uid mismatch");
        }
    }

    /** A patch cannot change the uid. */
    static void requireUid(Target target, JsonNode wanted, JsonNode before) {
        if (!Json.metadata(wanted, "uid").equals(Json.metadata(before, "uid"))) {
            throw Refusal.invalid(target, "FieldValueInvalid", "metadata.uid");
        }
    }

    /** The preconditions of a write: a uid or version in it has to be the one that is there. */
    static void requireSame(Target target, String kind, JsonNode wanted, JsonNode before) {
        for (var field : List.of("uid", "resourceVersion")) {
            var expected = Json.metadata(wanted, field);
            if (!expected.isEmpty() && !expected.equals(Json.metadata(before, field))) {
                throw Refusal.conflict(target, kind, "the object has been modified: " + field);
            }
        }
    }

    private static ObjectNode withoutNulls(ObjectNode object) {
        var copy = object.deepCopy();
        removeNulls(copy);
        return copy;
    }

    private static void removeNulls(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.removeIf(JsonNode::isNull);
            OMITTED.stream()
                    .filter(name -> object.path(name).isContainerNode()
                            && object.path(name).isEmpty())
                    .forEach(object::remove);
        }
        node.forEach(Admission::removeNulls);
    }

    private static ObjectNode complete(Target target, ObjectNode given) {
        var kind = target.kind();
        var object = withoutNulls(given).put("apiVersion", kind.apiVersion()).put("kind", kind.name());
        var metadata = object.withObject("/metadata").put("name", target.name());
        if (!target.namespace().isEmpty()) {
            metadata.put("namespace", target.namespace());
        }
        if (kind.plural().equals("namespaces")) {
            metadata.withObject("/labels").put("kubernetes.io/metadata.name", target.name());
        }
        if (object.remove("stringData") instanceof ObjectNode texts) {
            texts.properties().forEach(text -> object.withObject("/data").put(text.getKey(), encoded(text.getValue())));
        }
        fill(object, kind.empty());
        fill(object, kind.defaults());
        return object;
    }

    private static String encoded(JsonNode text) {
        return Base64.getEncoder().encodeToString(text.asText().getBytes(StandardCharsets.UTF_8));
    }

    private static void fill(ObjectNode object, ObjectNode defaults) {
        for (var entry : defaults.properties()) {
            var there = object.path(entry.getKey());
            switch (entry.getValue()) {
                case ObjectNode nested when there instanceof ObjectNode inner -> fill(inner, nested);
                case ArrayNode items
                when items.path(0) instanceof ObjectNode nested && there.isArray() ->
                    there.forEach(item -> fill((ObjectNode) item, nested));
                case ArrayNode items when items.path(0) instanceof ObjectNode -> {}
                case JsonNode value when there.isMissingNode() -> object.set(entry.getKey(), value.deepCopy());
                case JsonNode _ -> {}
            }
        }
    }

    static int generation(ObjectNode object) {
        return object.path("metadata").path("generation").asInt();
    }

    /** What is wanted: all but metadata and status. */
    private static ObjectNode wants(ObjectNode object) {
        return object.deepCopy().without(List.of("metadata", "status"));
    }
}
