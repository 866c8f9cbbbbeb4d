// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import io.linkerd.multus.contracts.plans.ObjectMarks;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An object that the controller may keep.
 *
 * @param marks that tell whose it is
 * @param owners uids of the owner references that each field manager owns, by its name and its operation, as in {@code kubectl/Apply}
 * @param tree what of it is shown: kind, name, labels, annotations, owners and what it says, as maps, lists and texts in their order
 */
public record KeptView(String namespace, ObjectMarks marks, Map<String, Set<String>> owners, Map<String, Object> tree) {
    /** {@return whether a reference to that owner goes once {@code manager} applies it no more: no other has it as well} */
    public boolean isOnlyOwnedBy(String manager, String uid) {
        var those = owners.entrySet().stream()
                .filter(owned -> owned.getValue().contains(uid))
                .map(Map.Entry::getKey)
                .toList();
        return those.equals(List.of(manager + "/Apply"));
    }
}
