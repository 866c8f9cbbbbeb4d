// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

import java.util.Optional;

/**
 * The one thing to do about an object that we keep, and why.
 *
 * @param <C> what the object says, as far as we care
 */
public sealed interface Change<C> {
    /** Nothing. */
    record Keep<C>(String reason) implements Change<C> {}

    /**
     * Write it, on the condition that it still is as it was seen.
     *
     * @param seen how it was seen; empty where there was none
     * @param content what it has to say
     */
    record Write<C>(Optional<Seen.Sight> seen, C content, String reason) implements Change<C> {}

    /** Remove it and write it anew, since what differs cannot be changed. */
    record Replace<C>(Seen.Sight seen, C content, String reason) implements Change<C> {}

    /** Remove it, on the condition that it still is as it was seen. */
    record Remove<C>(Seen.Sight seen, String reason) implements Change<C> {}

    /** {@return why, to follow the change in a sentence} */
    String reason();

    /** {@return what makes the object say this} One that is not ours is left alone; {@code purpose} is why there has to be one. */
    static <C> Change<C> of(Seen<C> seen, C content, Owner owner, String purpose) {
        return switch (seen) {
            case Seen.Foreign<C> _ -> new Keep<>("another client made it");
            case Seen.Absent<C> _, Seen.Own<C> _
            when owner instanceof Owner.Missing -> new Keep<>("the release that has to own it is gone");
            case Seen.Absent<C> _ -> new Write<>(Optional.empty(), content, purpose);
            case Seen.Own<C> own
            when !own.content().equals(Optional.of(content)) ->
                new Write<>(Optional.of(own.sight()), content, "it says something else than it has to");
            case Seen.Own<C> own
            when !own.owned() ->
                new Write<>(Optional.of(own.sight()), content, "it does not name the release that it has to");
            case Seen.Own<C> _ -> new Keep<>("it is right");
        };
    }
}
