// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.util.Set;

/**
 * Which services a configuration has the API server call.
 *
 * @param uid of the configuration
 * @param version of the configuration, as it was read
 * @param namespaces of the services
 */
record CalledServices(String uid, String version, Set<String> namespaces) {
    CalledServices {
        namespaces = Set.copyOf(namespaces);
    }

    /** {@return whether it serves the release in this namespace alone, and is of no use without it} */
    boolean areAllIn(String namespace) {
        return namespaces.equals(Set.of(namespace));
    }
}
