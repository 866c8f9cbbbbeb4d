// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import java.util.Set;

/**
 * Whose networks a pod may use.
 *
 * @param enabled without it any
 * @param open the namespaces whose networks every pod may use
 */
public record NamespaceIsolation(boolean enabled, Set<String> open) {
    /** Copies. */
    public NamespaceIsolation {
        open = Set.copyOf(open);
    }

    /** {@return whether a pod may use a network of a namespace} */
    public boolean allows(String podNamespace, String networkNamespace) {
        return !enabled || podNamespace.equals(networkNamespace) || open.contains(networkNamespace);
    }

    /** {@return what a pod is told that may not} */
    static String violation(String podNamespace, String networkNamespace) {
        return "namespace isolation enabled, annotation violates permission, pod is in namespace " + podNamespace
                + " but refers to target namespace " + NetworksAnnotation.shown(networkNamespace);
    }
}
