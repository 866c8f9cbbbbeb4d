// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.net.ProxySelector;

/**
 * Keeps proxies away from this process: all that it calls is inside the cluster, and a proxy leads out of it. The clients say so themselves;
 * the sockets below them would still take {@code socksProxyHost}, which {@code JAVA_TOOL_OPTIONS} of a container may say.
 */
public final class NoProxy {
    private NoProxy() {}

    /** Has every connection that is opened from now on go straight to its address. */
    public static void inThisProcess() {
        ProxySelector.setDefault(null);
    }
}
