// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.controller.operator.OperandStatus.RolledOut;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What was rolled out last. The status of a {@code LinkerdMultus} says it, but the object as it is watched may be older than what this operator
 * has told in it since: a status that was put together from that one would say that nothing ever was.
 */
final class LastRollout {
    private record Told(String uid, Optional<RolledOut> rolledOut) {}

    private final AtomicReference<Optional<Told>> told = new AtomicReference<>(Optional.empty());

    /** {@return the newer one of what the object says and what was told of it} */
    Optional<RolledOut> of(GenericKubernetesResource multus) {
        var seen = LinkerdMultuses.rolledOut(multus);
        return told.get()
                .filter(last -> last.uid().equals(multus.getMetadata().getUid()))
                .flatMap(Told::rolledOut)
                .filter(last ->
                        seen.isEmpty() || last.generation() >= seen.get().generation())
                .or(() -> seen);
    }

    /** Notes what the status says from now on. */
    void told(GenericKubernetesResource multus, Optional<RolledOut> rolledOut) {
        told.set(Optional.of(new Told(multus.getMetadata().getUid(), rolledOut)));
    }

    /** Goes by the object alone: another operator may have been at it. */
    void forget() {
        told.set(Optional.empty());
    }
}
