// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

import io.linkerd.multus.contracts.uids.UidRange;
import java.util.Optional;
import java.util.Set;

/**
 * User ids of a pod's containers.
 *
 * @param proxy that of the proxy; empty where the pod does not say
 * @param others those of all other containers that say one
 */
public record PodUsers(Optional<Long> proxy, Set<Long> others) {
    /** Copies. */
    public PodUsers {
        others = Set.copyOf(others);
    }

    /** {@return whether the rules that let the proxy's own traffic pass let another container's pass, too} */
    public boolean shared() {
        return proxy.filter(others::contains).isPresent();
    }

    /** {@return whether the proxy's user id is none of the namespace's} */
    public boolean outside(Optional<UidRange> range) {
        return range.isPresent()
                && proxy.filter(uid -> !range.get().contains(uid)).isPresent();
    }
}
