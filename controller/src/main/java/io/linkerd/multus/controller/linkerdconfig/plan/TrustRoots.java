// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import java.util.Optional;

/**
 * The certificates that Linkerd trusts, by which its values' own copy is overruled. They are looked at, and never written.
 *
 * @param pem the bundle; empty where it cannot be told
 * @param problem why it cannot be told; empty where it can
 */
public record TrustRoots(Optional<String> pem, String problem) {
    /** The ConfigMap, in the namespace of the control plane. */
    public static final String CONFIG_MAP = "linkerd-identity-trust-roots";

    /** Its key. */
    public static final String KEY = "ca-bundle.crt";
}
