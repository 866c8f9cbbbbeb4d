// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.names.Linkerd;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The user ids of a pod as it was observed, and all else that the plan for its proxy's depends on. Effective user ids are the
 * container's, else the pod's.
 *
 * @param allowed the user ids that the pod's containers may have
 * @param usedUids effective user ids of all containers but proxy and validator, and the range's first where a container has none
 * @param explicit the annotation {@value Linkerd#PROXY_UID} of the pod, else of its namespace; an empty one counts as none, as it
 *     does for the CNI plugin
 * @param proxyNow effective user id of the proxy
 * @param validatorNow effective user id of the network validator
 * @param hasValidator whether the pod has a network validator
 * @param strategy where in a range to look
 */
public record PodUids(
        AllowedUids allowed,
        SortedSet<Long> usedUids,
        Optional<String> explicit,
        OptionalLong proxyNow,
        OptionalLong validatorNow,
        boolean hasValidator,
        ProxyUidStrategy strategy) {

    /** Takes a copy of the used user ids. */
    public PodUids {
        usedUids = Collections.unmodifiableSortedSet(new TreeSet<>(usedUids));
        explicit = explicit.filter(text -> !text.isEmpty());
    }
}
