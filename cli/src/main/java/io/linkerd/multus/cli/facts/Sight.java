// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.util.Optional;
import java.util.function.Function;

/** What is seen of something in the cluster. */
public sealed interface Sight<T> {
    /** This. */
    record Seen<T>(T value) implements Sight<T> {}

    /** It is not there, or the cluster does not know its kind. */
    record Absent<T>() implements Sight<T> {}

    /**
     * This user may not see it.
     *
     * @param right that is missing, as in {@code list nodes}
     */
    record Denied<T>(String right) implements Sight<T> {}

    /**
     * The API server did not answer, or not what was asked for.
     *
     * @param words why
     */
    record Failed<T>(String words) implements Sight<T> {}

    /** {@return it, where it is seen} */
    default Optional<T> seen() {
        return this instanceof Seen<T>(var value) ? Optional.of(value) : Optional.empty();
    }

    /** {@return what the function makes of it, where it is seen} */
    default <R> Sight<R> map(Function<? super T, ? extends R> function) {
        return switch (this) {
            case Seen<T>(var value) -> new Seen<>(function.apply(value));
            case Absent<T> _ -> new Absent<>();
            case Denied<T>(var right) -> new Denied<>(right);
            case Failed<T>(var words) -> new Failed<>(words);
        };
    }

    /** {@return why it is not seen, in words; empty where it is, or where it is known not to be there} */
    default Optional<String> whyNot() {
        return switch (this) {
            case Seen<T> _, Absent<T> _ -> Optional.empty();
            case Denied<T>(var right) -> Optional.of("this user has no right to " + right);
            case Failed<T>(var words) -> Optional.of(words);
        };
    }
}
