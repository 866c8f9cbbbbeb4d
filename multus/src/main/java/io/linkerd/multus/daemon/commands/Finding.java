// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

/**
 * What came of looking for an object of the API server's.
 *
 * @param <T> what is looked for
 */
public sealed interface Finding<T> {

    /** It is there. */
    record Found<T>(T object) implements Finding<T> {}

    /** There is none, by the API server's own word. */
    record Absent<T>() implements Finding<T> {}

    /** The API server has not said, and why. */
    record Unknown<T>(String reason) implements Finding<T> {}
}
