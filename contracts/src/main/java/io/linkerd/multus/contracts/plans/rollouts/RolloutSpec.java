// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.rollouts;

import io.linkerd.multus.contracts.windows.Window;
import java.util.Optional;

/**
 * What a LinkerdConfig says of rollouts.
 *
 * @param atOnce how many workloads may be at hand in all, at least 1
 * @param perNamespace how many of one namespace, at least 1
 * @param controlPlane whether Linkerd's own Deployments are restarted, too
 * @param window when a restart may begin; empty: at any time
 */
public record RolloutSpec(Mode mode, int atOnce, int perNamespace, boolean controlPlane, Optional<Window> window) {

    /** What is done about outdated workloads. */
    public enum Mode {
        /** They are told. A rollout ends after the workloads at hand. */
        OFF,
        /** What would be restarted next is told. */
        DRY_RUN,
        /** They are restarted. */
        AUTO
    }

    /** Refuses bounds that allow nothing. */
    public RolloutSpec {
        if (atOnce < 1 || perNamespace < 1) {
            throw new IllegalArgumentException(
                    "atOnce " + atOnce + " and perNamespace " + perNamespace + " must be 1 or more");
        }
    }
}
