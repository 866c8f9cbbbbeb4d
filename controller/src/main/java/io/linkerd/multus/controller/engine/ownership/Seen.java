// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.function.Function;

/**
 * What was last seen in the place of an object that we keep.
 *
 * @param <C> what the object says, as far as we care
 */
public sealed interface Seen<C> {
    /**
     * One state of one object.
     *
     * @param uid of this very object; one that is made again in its place has another
     * @param version changes whenever anybody writes it
     */
    record Sight(String uid, String version) {
        static Sight of(HasMetadata object) {
            var metadata = object.getMetadata();
            return new Sight(metadata.getUid(), metadata.getResourceVersion());
        }
    }

    /** There is none. */
    record Absent<C>() implements Seen<C> {}

    /**
     * It is not ours: it lacks our label, or names another release; or it says nothing of what ours say, and does not name the owner
     * that only our release gives.
     *
     * @param keeper name of the release of linkerd-multus that keeps it; nobody's where none does
     */
    record Foreign<C>(String uid, Optional<String> keeper) implements Seen<C> {}

    /**
     * We made it.
     *
     * @param content what it says; empty where somebody has taken that away
     * @param owned whether it names the instance and the owner that it has to
     */
    record Own<C>(Sight sight, Optional<C> content, boolean owned) implements Seen<C> {}

    /**
     * {@return what the object is to us}
     *
     * @param content reads what it says; absent where it says nothing of what ours say
     * @param instance who we are
     * @param owner who has to own it
     */
    static <T extends HasMetadata, C> Seen<C> of(
            Optional<T> object, Function<T, Optional<C>> content, Instance instance, Owner owner) {
        return object.<Seen<C>>map(there -> of(there, content.apply(there), instance, owner))
                .orElseGet(Absent::new);
    }

    private static <C> Seen<C> of(HasMetadata object, Optional<C> content, Instance instance, Owner owner) {
        var metadata = object.getMetadata();
        var keeper = instance.keeperOf(metadata);
        boolean owned = instance.isNamedBy(metadata) && owner.owns(object);
        boolean emptied = owned && owner instanceof Owner.Release;
        if (!keeper.equals(Optional.of(instance)) || (content.isEmpty() && !emptied)) {
            return new Foreign<>(
                    metadata.getUid(),
                    keeper.filter(other -> !other.equals(instance)).map(Instance::name));
        }
        return new Own<>(Sight.of(object), content, owned);
    }
}
