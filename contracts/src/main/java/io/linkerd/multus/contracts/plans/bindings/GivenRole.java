// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import java.util.List;
import java.util.Set;

/** What a Role says: the rules that it gives. */
public record GivenRole(List<Rule> rules) {
    /**
     * One of them.
     *
     * @param apiGroups empty text for the core API
     * @param resources as in {@code leases}
     * @param resourceNames of the objects; none for all
     * @param verbs as in {@code delete}
     */
    public record Rule(Set<String> apiGroups, Set<String> resources, Set<String> resourceNames, Set<String> verbs) {
        /** Copies. */
        public Rule {
            apiGroups = Set.copyOf(apiGroups);
            resources = Set.copyOf(resources);
            resourceNames = Set.copyOf(resourceNames);
            verbs = Set.copyOf(verbs);
        }
    }

    /** Copies. */
    public GivenRole {
        rules = List.copyOf(rules);
    }
}
