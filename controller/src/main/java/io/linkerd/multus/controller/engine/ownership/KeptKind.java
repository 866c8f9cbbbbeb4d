// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.linkerd.multus.controller.engine.api.ApiResource;
import java.util.Optional;

/**
 * A kind of which we keep objects of one name, at most one in a namespace: where they are, and what they say.
 *
 * @param <T> the client's class for it
 * @param <C> what such an object says, as far as we care
 */
public interface KeptKind<T extends HasMetadata, C> {
    /** {@return what it is called in metrics and logs} */
    String label();

    /** {@return where its objects are} */
    ApiResource<T> resource();

    /** {@return the name that each of its objects has} */
    String name();

    /** {@return the client's class for one} */
    Class<T> type();

    /** {@return the path of all objects of the kind} */
    String collection();

    /** {@return what the object says; nothing where it lacks what all of ours have} */
    Optional<C> contentOf(T object);

    /** {@return an object that says this; whose it is and what it is called is added by who asks} */
    T saying(C content);

    /** {@return whether an object that is not ours is taken for ours, because who made it is replaced by us and left no mark} */
    default boolean isTakenOver(T object) {
        return false;
    }

    /** Drops from the object what is never looked at. */
    default void slim(T object) {}
}
