// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What was last seen in the place of an object that we keep.
 *
 * @param <C> what the object says, as far as we care
 */
public sealed interface Seen<C> {
    /** There is none. */
    record Absent<C>() implements Seen<C> {}

    /** Somebody else made it: it lacks our label. */
    record Foreign<C>(String uid) implements Seen<C> {}

    /**
     * We made it.
     *
     * @param version changes whenever anybody writes it
     * @param owned whether it names the owner that it has to
     */
    record Own<C>(String uid, String version, C content, boolean owned) implements Seen<C> {}

    /** {@return what the object is to us} {@code content} reads what it says; {@code owner} is who has to own it. */
    static <T extends HasMetadata, C> Seen<C> of(Optional<T> object, Function<T, C> content, Owner owner) {
        if (object.isEmpty()) {
            return new Absent<>();
        }
        var metadata = object.get().getMetadata();
        var labels = Optional.ofNullable(metadata.getLabels()).orElse(Map.of());
        return LinkerdMultus.MANAGED_BY.equals(labels.get(LinkerdMultus.MANAGED_BY_LABEL))
                ? new Own<>(
                        metadata.getUid(),
                        metadata.getResourceVersion(),
                        content.apply(object.get()),
                        owner.owns(object.get()))
                : new Foreign<>(metadata.getUid());
    }
}
