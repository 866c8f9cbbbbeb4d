// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.api;

/** What the API server said to one call; none of it is an exception. */
public sealed interface ApiAnswer<T> {
    /** It did what it was asked for. */
    record Answered<T>(T value) implements ApiAnswer<T> {}

    /** It did not. */
    record Failed<T>(ApiFailure why) implements ApiAnswer<T> {}
}
