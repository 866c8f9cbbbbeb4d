// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.controller.reach.plan.Reach;
import java.util.Map;

/**
 * What the controller's duties have found.
 *
 * @param reach what is known of the API server's way to the webhook
 * @param refused of how many keys the API server refuses something now, by kind; without those that {@link NamespaceCounts} has
 * @param contested of how many namespaces another writer keeps undoing the attachment
 */
public record DutyFindings(Reach reach, Map<String, Integer> refused, int contested) {
    /** Copies. */
    public DutyFindings {
        refused = Map.copyOf(refused);
    }
}
