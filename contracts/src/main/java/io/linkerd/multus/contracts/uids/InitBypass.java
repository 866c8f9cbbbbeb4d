// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import java.util.Optional;

/** Init containers that run as the proxy's user id so that they reach the network before there is a proxy. */
final class InitBypass {
    private InitBypass() {}

    /** {@return what to tell of them, given the user id that the proxy gets} */
    static Optional<String> warning(PodUids pod, long proxy) {
        if (pod.chosenByInit().contains(proxy)) {
            return Optional.of("an init container runs as the proxy's user id " + proxy
                    + ": what it sends passes by the proxy, outside of the mesh");
        }
        var now = pod.proxyNow();
        return now.isPresent() && pod.chosenByInit().contains(now.getAsLong())
                ? Optional.of("an init container asks for user id " + now.getAsLong()
                        + ", which is not the proxy's any more but " + proxy
                        + ": what it sends is redirected to a proxy that does not run yet")
                : Optional.empty();
    }
}
