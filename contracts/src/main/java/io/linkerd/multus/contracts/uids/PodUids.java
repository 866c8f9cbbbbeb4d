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
 * @param usedUids effective user ids of all other containers but proxy, validator and those of {@code chosenByInit}, and the range's first where a container has none
 * @param chosenByInit user ids that init containers ask for themselves, and that end before the application starts: Linkerd documents
 *     the proxy's for an init container that needs the network before there is a proxy
 * @param annotation the pod's annotation {@value Linkerd#PROXY_UID}; an empty one counts as none, as it does for the CNI plugin
 * @param namespacesAnnotation the same of its namespace
 * @param proxyNow effective user id of the proxy
 * @param validatorNow effective user id of the network validator
 * @param hasValidator whether the pod has a network validator
 * @param strategy where in a range to look
 */
public record PodUids(
        AllowedUids allowed,
        SortedSet<Long> usedUids,
        SortedSet<Long> chosenByInit,
        Optional<String> annotation,
        Optional<String> namespacesAnnotation,
        OptionalLong proxyNow,
        OptionalLong validatorNow,
        boolean hasValidator,
        ProxyUidStrategy strategy) {

    /** Takes copies of the sets. */
    public PodUids {
        chosenByInit = Collections.unmodifiableSortedSet(new TreeSet<>(chosenByInit));
        usedUids = Collections.unmodifiableSortedSet(new TreeSet<>(usedUids));
        annotation = annotation.filter(text -> !text.isEmpty());
        namespacesAnnotation = namespacesAnnotation.filter(text -> !text.isEmpty());
    }

    /**
     * {@return whether another container runs as the proxy, or as what the annotation says that the proxy does} Whoever makes rules for such
     * a pod has the application's traffic pass by the proxy.
     */
    public boolean isShared() {
        return isUsed(proxyNow) || isUsed(explicit().map(ExplicitPick::read).orElseGet(OptionalLong::empty));
    }

    private boolean isUsed(OptionalLong uid) {
        return uid.isPresent() && usedUids.contains(uid.getAsLong());
    }

    /** {@return what somebody wants the proxy's to be} The pod's word counts before its namespace's. */
    Optional<String> explicit() {
        return annotation.or(() -> namespacesAnnotation);
    }
}
