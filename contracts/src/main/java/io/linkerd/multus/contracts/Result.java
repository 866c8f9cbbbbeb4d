// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.function.Function;

/**
 * A value, or why there is none. A refusal is an answer like any other: it is told to somebody, so its reason is a text for people.
 *
 * @param <T> what the value is
 */
public sealed interface Result<T> {

    /** There is one. */
    record Ok<T>(T value) implements Result<T> {}

    /**
     * There is none.
     *
     * @param reason why, for the person who can change it; where a text is at fault, with the place in it
     */
    record Not<T>(String reason) implements Result<T> {}

    /** {@return what the function makes of the value, else the same reason} */
    default <R> Result<R> map(Function<? super T, ? extends R> function) {
        return then(value -> new Ok<>(function.apply(value)));
    }

    /** {@return the result of the next step with the value, else the same reason} */
    default <R> Result<R> then(Function<? super T, Result<R>> next) {
        return switch (this) {
            case Ok<T>(var value) -> next.apply(value);
            case Not<T>(var reason) -> new Not<>(reason);
        };
    }

    /** {@return the value, else what the function makes of the reason} */
    default T orElse(Function<? super String, ? extends T> instead) {
        return switch (this) {
            case Ok<T>(var value) -> value;
            case Not<T>(var reason) -> instead.apply(reason);
        };
    }
}
