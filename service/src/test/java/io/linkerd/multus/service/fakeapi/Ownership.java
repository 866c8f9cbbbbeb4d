// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who owns which fields of one object: what its {@code managedFields} say. */
final class Ownership {
    private static final String FIELD = "managedFields";

    /** One manager, in one of the two ways that it may own fields in. */
    private record Owner(String manager, String operation, String apiVersion) {}

    private record Claim(FieldSet fields, String since) {}

    private final Fields fields;
    private final Map<Owner, Claim> claims = new LinkedHashMap<>();
    private final String apiVersion;
    private final String now;

    Ownership(Kind kind, ObjectNode object, Instant now) {
        this.fields = new Fields(kind);
        this.apiVersion = kind.apiVersion();
        this.now = now.toString();
        // One empty entry says that there is none.
        object.path("metadata")
                .path(FIELD)
                .valueStream()
                .filter(entry -> entry.has("fieldsV1"))
                .forEach(entry -> claims.put(
                        new Owner(
                                entry.path("manager").asText(),
                                entry.path("operation").asText(),
                                entry.path("apiVersion").asText()),
                        new Claim(
                                FieldSet.read(entry.path("fieldsV1")),
                                entry.path("time").asText())));
    }

    /** Notes what a manager changed by an update or a patch: it owns that now, and nobody else does. */
    void updated(String manager, ObjectNode before, ObjectNode after) {
        var difference = fields.compare(before, after);
        var changed = difference.added().and(difference.modified());
        var owner = new Owner(manager, "Update", apiVersion);
        disown(owner, changed.and(difference.removed()));
        claim(owner, owned(owner).butNot(difference.removed()).and(changed));
    }

    /**
     * Applies an object for a manager.
     *
     * @return what the object is then
     * @throws Refusal where it would change what others own, and is not forced
     */
    ObjectNode applied(String manager, ObjectNode live, ObjectNode applied, boolean force) {
        var owner = new Owner(manager, "Apply", apiVersion);
        var before = owned(owner);
        claim(owner, fields.of(applied));
        var kept = FieldSet.union(claims.values().stream().map(Claim::fields).toList());
        var after = fields.without(fields.merged(live, applied), path -> before.keeps(path) && !kept.keeps(path));
        var difference = fields.compare(live, after);
        var changed = difference.added().and(difference.modified());
        if (!force) {
            refuseConflicts(owner, changed);
        }
        disown(owner, changed.and(difference.removed()));
        return after;
    }

    /** Writes it into the object; a claim that did not change keeps its time. */
    void writeTo(ObjectNode object) {
        if (claims.isEmpty()) {
            object.withObject("/metadata").remove(FIELD);
            return;
        }
        var entries = object.withObject("/metadata").putArray(FIELD);
        claims.forEach((owner, claim) -> entries.addObject()
                .put("manager", owner.manager())
                .put("operation", owner.operation())
                .put("apiVersion", owner.apiVersion())
                .put("time", claim.since())
                .put("fieldsType", "FieldsV1")
                .set("fieldsV1", claim.fields().write()));
    }

    private FieldSet owned(Owner owner) {
        return Optional.ofNullable(claims.get(owner)).map(Claim::fields).orElse(FieldSet.NONE);
    }

    private void claim(Owner owner, FieldSet now) {
        if (now.isEmpty()) {
            claims.remove(owner);
        } else if (!now.equals(owned(owner))) {
            claims.put(owner, new Claim(now, this.now));
        }
    }

    private void disown(Owner but, FieldSet lost) {
        for (var other : List.copyOf(claims.keySet())) {
            if (!other.equals(but)) {
                claim(other, owned(other).butNot(lost));
            }
        }
    }

    private void refuseConflicts(Owner owner, FieldSet changed) {
        var causes = new ArrayList<Refusal.Cause>();
        claims.forEach((other, claim) -> {
            if (!other.equals(owner)) {
                claim.fields().in(changed).paths().stream()
                        .map(path -> new Refusal.Cause(
                                "FieldManagerConflict", "conflict with \"" + other.manager() + "\"", path.toString()))
                        .forEach(causes::add);
            }
        });
        if (!causes.isEmpty()) {
            throw Refusal.of(409, "Apply failed with " + causes.size() + " conflicts")
                    .because(causes);
        }
    }
}
