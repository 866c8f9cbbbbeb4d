// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.Contested;
import io.linkerd.multus.controller.operand.Adoption;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One pass over the objects of an operand, in which each is written at most once; what came of each is kept for the end of the pass. */
final class ApplyPass {
    private final OperandObjects objects;
    private final Takeover takeover;
    private final Adoption adoption;
    private final String namespace;
    private final List<GenericKubernetesResource> all;
    private final Map<ObjectKey, GenericKubernetesResource> seen;
    private final Map<ObjectKey, Keeper> keepers = new LinkedHashMap<>();
    private final Map<ObjectKey, List<String>> unsaid = new LinkedHashMap<>();
    private final Map<ObjectKey, ApiException> refusals = new LinkedHashMap<>();
    private final Map<ObjectKey, Contested> fights = new LinkedHashMap<>();

    ApplyPass(
            OperandObjects objects,
            Takeover takeover,
            Adoption adoption,
            String namespace,
            List<GenericKubernetesResource> all) {
        this.namespace = namespace;
        this.all = all;
        this.objects = objects;
        this.takeover = takeover;
        this.adoption = adoption;
        this.seen = new HashMap<>(objects.seen());
    }

    /** {@return the objects as they are, with what was written} */
    Map<ObjectKey, GenericKubernetesResource> seen() {
        return seen;
    }

    /** {@return whether it may still be asked for} */
    boolean isOpen(GenericKubernetesResource asked) {
        var key = ObjectKey.of(asked);
        return !isKept(key) && !refusals.containsKey(key) && !fights.containsKey(key) && !isHeldBack(key);
    }

    /** {@return whether it stays as another one has it} */
    boolean isKept(ObjectKey key) {
        return keepers.containsKey(key) || unsaid.containsKey(key);
    }

    /** What is of another keeper is in the way of what comes after it, but for what is there already and is kept. */
    private boolean isHeldBack(ObjectKey key) {
        return !seen.containsKey(key)
                && Stream.concat(keepers.keySet().stream(), unsaid.keySet().stream())
                        .anyMatch(other -> Stage.of(other.kind()).compareTo(Stage.of(key.kind())) < 0);
    }

    /**
     * Asks for one; those of an earlier step come first. What is refused holds up no other of its step: any of them may have been there, and
     * is to be there again.
     *
     * @throws ApiException where the API server did not answer
     */
    void apply(GenericKubernetesResource asked) {
        var key = ObjectKey.of(asked);
        if (isHeldBack(key)) {
            return;
        }
        noting(key, () -> {
            var managersBefore = prepare(key, asked);
            if (!isKept(key)) {
                write(key, asked, managersBefore);
            }
        });
    }

    /** Removes each of those, whatever becomes of the others. */
    void remove(List<ObjectKey> extra) {
        extra.forEach(key ->
                Optional.ofNullable(seen.get(key)).ifPresent(there -> noting(key, () -> objects.remove(key, there))));
    }

    private void noting(ObjectKey key, Runnable request) {
        try {
            request.run();
        } catch (ApiException e) {
            if (e.failure() instanceof ApiFailure.Unreachable) {
                throw e;
            }
            refusals.put(key, e);
        } catch (Contested e) {
            fights.put(key, e);
        }
    }

    /** Notes where another writer kept undoing one of ours a moment ago: what is right now may not be for long. */
    void requirePeace(ObjectKey key) {
        try {
            objects.requirePeace(key);
        } catch (Contested e) {
            fights.putIfAbsent(key, e);
        }
    }

    /** {@return after how long there is something to do about a fight; empty where there is none} */
    Optional<Duration> left() {
        return fights.values().stream().map(Contested::left).min(Comparator.naturalOrder());
    }

    /**
     * Looks who keeps it from being written; where none does, it is this operator's to write in full then.
     *
     * @return its managedFields as they were, where Helm's were handed over
     */
    private Optional<List<ManagedFieldsEntry>> prepare(ObjectKey key, GenericKubernetesResource asked) {
        var keeper = objects.keeper(key, Optional.ofNullable(seen.get(key)));
        if (keeper.isEmpty()) {
            return Optional.empty();
        }
        return switch (adoption) {
            case NONE -> {
                keepers.put(key, keeper.get());
                yield Optional.empty();
            }
            case REFUSING, REMOVING -> takeOver(key, asked, keeper.get());
        };
    }

    private Optional<List<ManagedFieldsEntry>> takeOver(ObjectKey key, GenericKubernetesResource asked, Keeper keeper) {
        if (ConflictingObjects.isOutOfReach(key, keeper, namespace)) {
            keepers.put(key, keeper);
            return Optional.empty();
        }
        var lost = adoption == Adoption.REFUSING ? takeover.unsaid(asked) : List.<String>of();
        if (!lost.isEmpty()) {
            unsaid.put(key, lost);
            return Optional.empty();
        }
        if (Stage.of(key.kind()) == Stage.WEBHOOK) {
            // Its new replicas wait until API servers trust them.
            var lostThere = takeover.stopInjections(adoption == Adoption.REFUSING ? all : List.of());
            if (!lostThere.isEmpty()) {
                unsaid.putAll(lostThere);
                unsaid.put(key, lost);
                return Optional.empty();
            }
        }
        return takeover.fromHelm(asked);
    }

    /** What is not written is Helm's again, as it was, unless the API server cannot be told that either. */
    private void write(
            ObjectKey key, GenericKubernetesResource asked, Optional<List<ManagedFieldsEntry>> managersBefore) {
        try {
            seen.put(key, objects.apply(asked));
        } catch (ApiException e) {
            if (!(e.failure() instanceof ApiFailure.Unreachable)) {
                managersBefore.ifPresent(entries -> takeover.toHelm(key, entries));
            }
            throw e;
        } catch (Contested e) {
            managersBefore.ifPresent(entries -> takeover.toHelm(key, entries));
            throw e;
        }
    }

    /** Throws the first refusal, which held up no other. */
    void tellRefusals() {
        refusals.values().stream().findFirst().ifPresent(first -> {
            throw first;
        });
    }

    /** {@return what others made, and so could not be written, or keep undoing} */
    Optional<Trouble> trouble() {
        var occupied = new ConflictingObjects(keepers, namespace, true, adoption != Adoption.NONE).trouble();
        return Trouble.of(
                Stream.of(occupied, Unsaid.trouble(unsaid, true), undone()).flatMap(Optional::stream));
    }

    /** The same one for as long as the fights last. */
    private Optional<Trouble> undone() {
        return fights.values().stream()
                .map(Contested::inWords)
                .min(Comparator.naturalOrder())
                .map(words -> new Trouble(Trouble.NOT_APPLIED, words));
    }
}
