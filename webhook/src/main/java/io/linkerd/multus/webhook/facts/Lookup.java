// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.facts;

/** What a question to the API server came to. */
public sealed interface Lookup<T> {

    /** It is there. */
    record Found<T>(T value) implements Lookup<T> {}

    /** It is not there. */
    record Absent<T>() implements Lookup<T> {}

    /**
     * There was no answer in time, or none that we may have.
     *
     * @param reason why, for the person whose pod it is
     */
    record Failed<T>(String reason) implements Lookup<T> {}
}
