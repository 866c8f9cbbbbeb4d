// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import java.util.Optional;

/**
 * A pod of a workload whose pods are evicted.
 *
 * @param ready whether it is ready; one that is not is missed by nothing
 * @param outdated whether a restart would cure something of it
 * @param leaving whether it is being deleted
 * @param mark that it got with its template; empty where it was made before
 */
public record OwnedPod(
        String name, String uid, boolean ready, boolean outdated, boolean leaving, Optional<RolloutMark> mark) {

    /** {@return whether a rollout made it before that mark was written, and it is not ready} */
    boolean isBrokenBefore(RolloutMark restart) {
        return !ready && !leaving && mark.filter(own -> !own.equals(restart)).isPresent();
    }

    /** {@return whether it is still to be evicted for the change} One that was made since is not, outdated or not. */
    boolean awaits(ChangeDigest change) {
        return outdated
                && !leaving
                && mark.filter(own -> own.change().equals(change)).isEmpty();
    }
}
