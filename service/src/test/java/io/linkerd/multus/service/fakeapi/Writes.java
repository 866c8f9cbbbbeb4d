// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Makes, changes and deletes objects by the API server's rules; each call is one transaction. */
final class Writes {
    private final Store store;
    private final InstantSource clock;

    Writes(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Makes what is not there yet. */
    ObjectNode create(Target list, ObjectNode given, String manager) {
        synchronized (store) {
            var target = Admission.target(list, given, store.version());
            if (!Json.metadata(given, "resourceVersion").isEmpty()) {
                throw Refusal.of(500, "resourceVersion should not be set on objects to be created");
            }
            requireNamespace(target);
            if (store.get(target).isPresent()) {
                throw Refusal.alreadyExists(target);
            }
            var object = Admission.fresh(target, given, now());
            var ownership = new Ownership(target.kind(), object, now());
            ownership.updated(manager, target.kind().empty(), object);
            ownership.writeTo(object);
            return store.put(target, object);
        }
    }

    /** Replaces what is there. */
    ObjectNode update(Target target, ObjectNode given, String manager) {
        synchronized (store) {
            var before = get(target);
            requireVersion(target, given);
            return change(target, before, given, manager);
        }
    }

    /**
     * What comes of replacing what is there as a dry run, of which nothing is kept: it has the version of what is there.
     *
     * @param webhook sees it before its version is compared, and gives back what becomes of it; nothing where it denies it
     */
    ObjectNode updateDry(
            Target target, ObjectNode given, String manager, Function<ObjectNode, Optional<ObjectNode>> webhook) {
        synchronized (store) {
            var before = get(target);
            var wanted = webhook.apply(given.deepCopy()).orElseThrow(() -> Refusal.denied());
            requireVersion(target, wanted);
            Admission.requireSame(target, target.kind().plural(), wanted, before);
            var ownership = new Ownership(target.kind(), owners(before, wanted), now());
            var after = Admission.kept(target, before, wanted);
            ownership.updated(manager, before, after);
            ownership.writeTo(after);
            return after;
        }
    }

    private static void requireVersion(Target target, ObjectNode given) {
        if (Json.metadata(given, "resourceVersion").isEmpty() && target.kind().is(Kind.Trait.VERSIONED_UPDATES)) {
            throw Refusal.withoutVersion(target);
        }
    }

    /** Changes what is there. */
    ObjectNode patch(Target target, UnaryOperator<ObjectNode> patch, String manager) {
        synchronized (store) {
            var before = get(target);
            var wanted = patch.apply(before.deepCopy());
            Admission.requireUid(target, wanted, before);
            return change(target, before, wanted, manager);
        }
    }

    /** Makes or changes the object so that it has all fields of the applied one, which the manager owns then. */
    Answer apply(Target target, ObjectNode applied, String manager, boolean force) {
        synchronized (store) {
            if (applied.path("metadata").has("managedFields")) {
                throw Refusal.of(400, "metadata.managedFields must be nil");
            }
            var named = Admission.target(target, applied, 0);
            var before = store.get(named);
            if (before.isEmpty()) {
                requireNamespace(named);
                Admission.requireNoUid(named, applied);
            }
            var live = before.orElseGet(() -> target.kind().empty());
            var ownership = new Ownership(target.kind(), live, now());
            var wanted = ownership.applied(manager, live, applied, force);
            if (before.isPresent()) {
                Admission.requireUid(named, wanted, before.get());
                Admission.requireSame(named, named.kind().plural(), wanted, before.get());
                return Answer.ok(replace(named, before.get(), Admission.kept(named, before.get(), wanted), ownership));
            }
            var object = Admission.fresh(named, wanted, now());
            ownership.writeTo(object);
            return new Answer(201, store.put(named, object));
        }
    }

    /** Removes the object, or marks it as going where somebody has to finish it first. */
    JsonNode delete(Target target, JsonNode options) {
        synchronized (store) {
            var before = get(target);
            var expected = Json.object().set("metadata", options.path("preconditions"));
            Admission.requireSame(target, target.kind().name(), expected, before);
            var going = Deletion.going(before, options, now());
            if (going.isPresent()) {
                return going.get().equals(before) ? before : store.put(target, going.get());
            }
            var last = store.remove(target).orElse(before);
            return target.kind().is(Kind.Trait.ANSWERS_DELETED) ? last : Deletion.gone(target, before);
        }
    }

    /** Puts the object there as a test wants it, with its status, whoever was there before. */
    ObjectNode put(Target target, ObjectNode given, String manager) {
        synchronized (store) {
            var before = store.get(target);
            var wanted = given.deepCopy();
            wanted.withObject("/metadata").remove("resourceVersion");
            wanted.withObject("/metadata").remove("uid");
            var object = before.map(old -> change(target, old, wanted, manager))
                    .orElseGet(() -> create(target.named(""), wanted, manager));
            if (!given.has("status") || given.path("status").equals(object.path("status"))) {
                return object;
            }
            return store.put(target, object.set("status", given.path("status")));
        }
    }

    private ObjectNode change(Target target, ObjectNode before, ObjectNode wanted, String manager) {
        Admission.requireSame(target, target.kind().plural(), wanted, before);
        var ownership = new Ownership(target.kind(), owners(before, wanted), now());
        var after = Admission.kept(target, before, wanted);
        ownership.updated(manager, before, after);
        return replace(target, before, after, ownership);
    }

    /** What a request says of the owners counts, unless it says none (apimachinery, {@code managedfields.decodeLiveOrNew}). */
    private static ObjectNode owners(ObjectNode before, ObjectNode wanted) {
        return wanted.path("metadata").path("managedFields").isEmpty() ? before : wanted;
    }

    private ObjectNode replace(Target target, ObjectNode before, ObjectNode after, Ownership ownership) {
        ownership.writeTo(after);
        if (after.equals(before)) {
            return before;
        }
        return Deletion.isFinished(after)
                ? store.remove(target).map(_ -> after).orElseThrow()
                : store.put(target, after);
    }

    private ObjectNode get(Target target) {
        return store.get(target).orElseThrow(() -> Refusal.notFound(target));
    }

    private void requireNamespace(Target target) {
        if (target.namespace().isEmpty()) {
            return;
        }
        var place = new Target(Kind.BUILT_IN.getFirst(), "", target.namespace(), "");
        var namespace = Optional.of(place).map(this::get).orElseThrow();
        if (namespace.path("metadata").has("deletionTimestamp")) {
            throw Refusal.terminating(target);
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
