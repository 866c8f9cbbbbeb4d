// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.names.Linkerd;
import java.util.Optional;
import java.util.OptionalLong;

/** What has to happen to the user ids of a pod's proxy and network validator. */
public sealed interface ProxyUidChoice {

    /**
     * The pod is right as it is; nothing is to be written.
     *
     * @param reason why
     */
    record Keep(String reason) implements ProxyUidChoice {}

    /**
     * The pod's annotation {@value Linkerd#PROXY_UID} and its proxy's {@code runAsUser} become {@code proxy}, together.
     *
     * @param proxy the proxy's user id
     * @param validator what the network validator's {@code runAsUser} has to be; empty leaves it, or there is none
     * @param reason why this user id
     * @param warning what the owner of the pod should know
     */
    record Assign(long proxy, OptionalLong validator, String reason, Optional<String> warning)
            implements ProxyUidChoice {}

    /**
     * The pod cannot be meshed safely.
     *
     * @param reason why, and what to change
     */
    record Refuse(String reason) implements ProxyUidChoice {}
}
