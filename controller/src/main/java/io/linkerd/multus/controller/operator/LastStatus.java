// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.controller.engine.api.Precondition;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What the status of a {@code LinkerdMultus} said last. The object as it is watched may be older than what this operator has told in it since: a
 * status that was put together from that one would say that nothing ever was rolled out, or accepted.
 */
final class LastStatus {
    private record Told(String uid, LinkerdMultusStatus status) {}

    private final AtomicReference<Optional<Told>> told = new AtomicReference<>(Optional.empty());

    /** {@return the newer one of what the object says and what was told of it} */
    LinkerdMultusStatus of(LinkerdMultusResource multus) {
        var seen = multus.told();
        return told.get()
                .filter(last -> last.uid().equals(multus.getMetadata().getUid()))
                .map(Told::status)
                .filter(last -> last.generation() >= seen.generation())
                .orElse(seen);
    }

    /**
     * {@return what has to be true of the object for its status to be written} Until it was told something, that it is as it was seen: a
     * watch that is behind would undo what the leader before has told.
     */
    Precondition precondition(LinkerdMultusResource multus) {
        return isKnown(multus) ? new Precondition.None() : Precondition.asSeen(multus);
    }

    private boolean isKnown(LinkerdMultusResource multus) {
        return told.get()
                .filter(last -> last.uid().equals(multus.getMetadata().getUid()))
                .isPresent();
    }

    /** Notes what the status says from now on. */
    void told(LinkerdMultusResource multus, LinkerdMultusStatus status) {
        told.set(Optional.of(new Told(multus.getMetadata().getUid(), status)));
    }

    /** Goes by the object alone: another operator may have been at it. */
    void forget() {
        told.set(Optional.empty());
    }
}
