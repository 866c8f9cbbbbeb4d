// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.util.function.Function;

/** What the API server said to one call; none of it is an exception. */
public sealed interface ApiAnswer<T> {
    /** It did what it was asked for. */
    record Answered<T>(T value) implements ApiAnswer<T> {}

    /** It did not. */
    record Failed<T>(ApiFailure why) implements ApiAnswer<T> {}

    /** {@return what became of the value; a failure stays one} */
    default <R> ApiAnswer<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Answered<T>(var value) -> new Answered<>(change.apply(value));
            case Failed<T>(var why) -> new Failed<>(why);
        };
    }
}
