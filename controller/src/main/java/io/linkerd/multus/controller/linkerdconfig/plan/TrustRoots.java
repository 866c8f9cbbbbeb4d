// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.util.Optional;

/**
 * The trust anchors that Linkerd uses, in place of the copy in its values. They are read, and never written.
 *
 * @param pem the bundle; empty where it is not known
 * @param problem why it is not known; empty where it is
 */
public record TrustRoots(Optional<String> pem, String problem) {
    /** The ConfigMap, in the namespace of the control plane. */
    public static final String CONFIG_MAP = "linkerd-identity-trust-roots";

    /** Its key. */
    public static final String KEY = "ca-bundle.crt";
}
