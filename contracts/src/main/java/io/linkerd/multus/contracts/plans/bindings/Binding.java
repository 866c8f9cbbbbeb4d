// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import java.util.Set;

/**
 * What a RoleBinding says.
 *
 * @param role that it gives, which cannot be changed
 * @param subjects that get it: a service account as namespace/name, anything else as kind/name
 */
public record Binding(BoundRole role, Set<String> subjects) {
    /** Copies. */
    public Binding {
        subjects = Set.copyOf(subjects);
    }
}
