// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.List;

/** The values of {@code proxy.defaultInboundPolicy}. */
public final class InboundPolicies {

    /**
     * Those that the proxy's {@code parse_default_policy} and the policy controller's {@code DefaultPolicy} both know. The proxy ends at its
     * start for any other, such as {@code all-tls-unauthenticated}, which is the name of a server of its own.
     */
    public static final List<String> KNOWN = List.of(
            "all-unauthenticated",
            "all-authenticated",
            "cluster-unauthenticated",
            "cluster-authenticated",
            "deny",
            "audit");

    private InboundPolicies() {}
}
