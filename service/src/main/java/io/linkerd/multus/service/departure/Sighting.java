// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

/** What has been seen of our DaemonSet. */
public sealed interface Sighting {
    /** Nothing yet, since no list has succeeded. */
    record Never() implements Sighting {}

    /** It is there, and stays. */
    record Present(String uid) implements Sighting {}

    /** It is being deleted, or gone. */
    record Leaving(String how) implements Sighting {}
}
