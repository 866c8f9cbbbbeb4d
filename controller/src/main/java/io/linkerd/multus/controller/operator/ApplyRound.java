// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.Contested;
import io.linkerd.multus.controller.operand.Adoption;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Asks for objects of an operand, each once, and remembers what came of it. */
final class ApplyRound {
    private final OperandObjects objects;
    private final Takeover takeover;
    private final Adoption adoption;
    private final Map<ObjectKey, GenericKubernetesResource> seen;
    private final Map<ObjectKey, Keeper> keepers = new LinkedHashMap<>();
    private final Map<ObjectKey, RuntimeException> refusals = new LinkedHashMap<>();

    ApplyRound(OperandObjects objects, Takeover takeover, Adoption adoption) {
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
        return !keepers.containsKey(key) && !refusals.containsKey(key) && !isHeldBack(key);
    }

    /** What is of another keeper is in the way of what comes after it, but for what is there already and is kept. */
    private boolean isHeldBack(ObjectKey key) {
        return !seen.containsKey(key)
                && keepers.keySet().stream()
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
        try {
            keeper(key, asked)
                    .ifPresentOrElse(other -> keepers.put(key, other), () -> seen.put(key, objects.apply(asked)));
        } catch (ApiException e) {
            if (e.failure() instanceof ApiFailure.Unreachable) {
                throw e;
            }
            refusals.put(key, e);
        } catch (Contested e) {
            refusals.put(key, e);
        }
    }

    /** {@return who keeps it from being written} Where none does, it is this operator's to write in full. */
    private Optional<Keeper> keeper(ObjectKey key, GenericKubernetesResource asked) {
        return switch (adoption) {
            case NONE -> objects.keeper(key, Optional.ofNullable(seen.get(key)));
            case REFUSING -> takeover.unsaid(asked).isEmpty() ? takenOver(asked) : objects.read(key).map(Keeper::of);
            case REMOVING -> takenOver(asked);
        };
    }

    private Optional<Keeper> takenOver(GenericKubernetesResource asked) {
        takeover.fromHelm(asked);
        return Optional.empty();
    }

    /** Throws the first refusal, or write that had to wait, which held up no other. */
    void tellRefusals() {
        var first = refusals.values().stream().findFirst();
        if (first.isPresent()) {
            throw first.get();
        }
    }

    /** {@return what others made, and so could not be written} */
    Optional<Trouble> trouble() {
        return new Occupied(keepers, true).trouble();
    }
}
