// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import java.util.Map;
import java.util.Optional;

/**
 * What was seen at one moment.
 *
 * @param workloads by their uids
 * @param trust why no restart may begin for the sake of trust
 * @param complete whether all owners were known
 */
record Snapshot(Map<String, Workload> workloads, Optional<Hindrance> trust, boolean complete) {
    /** Before anything was seen. */
    static final Snapshot NONE = new Snapshot(Map.of(), Optional.empty(), false);

    Snapshot {
        workloads = Map.copyOf(workloads);
    }
}
