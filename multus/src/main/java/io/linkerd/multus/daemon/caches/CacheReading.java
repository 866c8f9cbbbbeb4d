// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

/** What was found where a cache should be. */
public sealed interface CacheReading<T> {

    /** A cache, by whichever daemon. */
    record Found<T>(T content) implements CacheReading<T> {}

    /** There is none. */
    record Absent<T>() implements CacheReading<T> {}

    /** There is something that says nothing: torn when the node lost power, or of another program. */
    record Unusable<T>(String reason) implements CacheReading<T> {}
}
