// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/** What has to be true of an object as a write of it arrives; otherwise the API server answers with a conflict, and changes nothing. */
public sealed interface Precondition {
    /** Nothing: the object is written, whatever is there. */
    record None() implements Precondition {}

    /**
     * Nothing either, and it was seen before.
     *
     * @param seen resource version
     */
    record Any(String seen) implements Precondition {}

    /** There is none. */
    record Absent() implements Precondition {}

    /**
     * It is there, and as it was seen. The version alone would make it anew where it has gone.
     *
     * @param uid of this very object
     * @param version resource version
     */
    record AsSeen(String uid, String version) implements Precondition {}

    /** {@return that it is as it is here} */
    static AsSeen asSeen(HasMetadata object) {
        return new AsSeen(object.getMetadata().getUid(), object.getMetadata().getResourceVersion());
    }

    /** {@return nothing, for an object that was seen so} */
    static Precondition any(Optional<? extends HasMetadata> seen) {
        return seen.<Precondition>map(object -> new Any(object.getMetadata().getResourceVersion()))
                .orElseGet(None::new);
    }

    /** {@return the resource version in which it was seen before the write, where it was} */
    default Optional<String> seenBefore() {
        return switch (this) {
            case None _, Absent _ -> Optional.empty();
            case Any(var seen) -> Optional.of(seen);
            case AsSeen(var _, var version) -> Optional.of(version);
        };
    }

    /** Says it in what is applied. */
    default void over(ObjectMeta metadata) {
        switch (this) {
            case None _, Any _ -> {}
            // Etcd's own version is 1 before anything is written, so no object has it; what is not there is made all
            // the same.
            case Absent _ -> metadata.setResourceVersion("1");
            case AsSeen(var uid, var version) -> {
                metadata.setUid(uid);
                metadata.setResourceVersion(version);
            }
        }
    }
}
