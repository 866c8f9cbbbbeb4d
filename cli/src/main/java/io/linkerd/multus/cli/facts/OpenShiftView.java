// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.util.List;
import java.util.Set;

/**
 * What OpenShift asks for besides, of a cluster that has SecurityContextConstraints.
 *
 * @param constraints names of those that there are
 * @param role ClusterRole by which the controller lets Linkerd's service accounts use some
 * @param usable names of those that the role lets use; none where it names none
 * @param bindings what is not right with the bindings to that role; absent where none are looked at
 * @param leaseRight what is not right with the right to the policy controller's Lease; absent where none is given
 * @param leaseHeld whether Linkerd's policy controller holds its Lease; absent where that was not looked at
 */
public record OpenShiftView(
        Sight<Set<String>> constraints,
        String role,
        Sight<Set<String>> usable,
        Sight<List<LackingRight>> bindings,
        Sight<List<LackingRight>> leaseRight,
        Sight<Boolean> leaseHeld) {
    /**
     * An object of ours that is not as the controller would have it.
     *
     * @param words which, and what is not right
     * @param foreign whether it is not ours, and the controller leaves it
     */
    public record LackingRight(String words, boolean foreign) {}
}
