// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

/** A value, or why there is none. */
public sealed interface Result<T> {
    record Ok<T>(T value) implements Result<T> {}

    record Not<T>(String reason) implements Result<T> {}
}
