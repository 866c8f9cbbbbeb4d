// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

import java.util.Set;

/**
 * The namespaces that are left alone, whatever they ask for; the webhook leaves the same ones alone.
 *
 * @param names of some
 * @param openShift whether the platform's own, {@code openshift-*}, are among them
 */
public record ExcludedNamespaces(Set<String> names, boolean openShift) {
    /** Copies the names. */
    public ExcludedNamespaces {
        names = Set.copyOf(names);
    }

    /** {@return whether it is one of them} */
    public boolean has(String namespace) {
        return names.contains(namespace) || (openShift && namespace.startsWith("openshift-"));
    }
}
