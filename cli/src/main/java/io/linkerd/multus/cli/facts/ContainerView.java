// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A container of a pod.
 *
 * @param init whether it is among the init containers
 * @param sidecar whether it is, and runs beside the others
 * @param uid as which it runs, by itself or by its pod; empty where the image says
 * @param ready whether the kubelet says so
 * @param exit how it ended, or ended last; empty where it never did
 * @param ended whether it has ended, and was not started again so far
 * @param waits why it does not run, as in {@code ImagePullBackOff: no such image}; empty where it does or did
 */
public record ContainerView(
        String name,
        boolean init,
        boolean sidecar,
        OptionalLong uid,
        boolean ready,
        OptionalInt exit,
        boolean ended,
        Optional<String> waits) {
    /** {@return whether it did what it was to do: one that ended with 0 and runs again has not} */
    public boolean hasEndedWell() {
        return ended && exit.equals(OptionalInt.of(0));
    }
}
