// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.Optional;
import java.util.function.Function;

/**
 * What a look at something that may be there has found: an object of the cluster, a file, a document. That it is absent was seen; what was not seen is
 * unknown.
 *
 * @param <T> what is looked for
 */
public sealed interface Lookup<T> {

    /** It is there, and like this. */
    record Found<T>(T value) implements Lookup<T> {}

    /** It is not there. */
    record Absent<T>() implements Lookup<T> {}

    /**
     * Whether it is there, and like what, was not seen.
     *
     * @param reason why, for a person, to follow a colon
     * @param retryMayHelp whether another look, later or by another way, may see it
     */
    record Unknown<T>(String reason, boolean retryMayHelp) implements Lookup<T> {}

    /** {@return what was found of a look that sees all there is} */
    static <T> Lookup<T> of(Optional<T> value) {
        return value.<Lookup<T>>map(Found::new).orElseGet(Absent::new);
    }

    /** {@return what the function makes of the value, else the same} */
    default <R> Lookup<R> map(Function<? super T, ? extends R> function) {
        return switch (this) {
            case Found<T>(var value) -> new Found<>(function.apply(value));
            case Absent<T> _ -> new Absent<>();
            case Unknown<T>(var reason, var retryMayHelp) -> new Unknown<>(reason, retryMayHelp);
        };
    }

    /** {@return the value, where it was found} */
    default Optional<T> found() {
        return this instanceof Found<T>(var value) ? Optional.of(value) : Optional.empty();
    }
}
