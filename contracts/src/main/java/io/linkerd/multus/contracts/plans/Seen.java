// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

import java.util.Optional;

/**
 * What was last seen where an object that we keep has its place.
 *
 * @param <C> what the object says, as far as we care
 */
public sealed interface Seen<C> {
    /**
     * One state of one object.
     *
     * @param uid of this very object; one that is made again under its name has another
     * @param version changes with every write
     */
    record Sight(String uid, String version) {}

    /** There is none. */
    record Absent<C>() implements Seen<C> {}

    /**
     * It is not ours: it lacks our label, or names another release; or it says nothing of what ours say, and does not name the owner
     * that only our release gives.
     *
     * @param keeper name of the release of linkerd-multus that keeps it; empty where none does
     */
    record Foreign<C>(String uid, Optional<String> keeper) implements Seen<C> {}

    /**
     * We made it.
     *
     * @param content what it says; empty where another writer has taken that away
     * @param owned whether it names the instance and the owner that it has to
     */
    record Own<C>(Sight sight, Optional<C> content, boolean owned) implements Seen<C> {}

    /**
     * {@return what an object that is there is to us}
     *
     * @param content what it says; empty where it says nothing of what ours say
     * @param instance who we are
     * @param owner that it has to have
     */
    static <C> Seen<C> of(ObjectMarks object, Optional<C> content, Instance instance, Owner owner) {
        var keeper = instance.keeperOf(object);
        boolean owned = instance.isNamedBy(object) && owner.owns(object);
        boolean emptied = owned && owner instanceof Owner.Release;
        if (!keeper.equals(Optional.of(instance)) || (content.isEmpty() && !emptied)) {
            return new Foreign<>(
                    object.sight().uid(),
                    keeper.filter(other -> !other.equals(instance)).map(Instance::name));
        }
        return new Own<>(object.sight(), content, owned);
    }
}
