// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the release's namespace owns a configuration, and whether it should. With the namespace goes what answers, and a configuration
 * behind which nothing answers refuses every meshed pod of the cluster: as its owner the namespace takes it along, by the garbage collector.
 * But Argo CD neither prunes nor deletes what has an owner (gitops-engine, {@code GetManagedLiveObjs}).
 *
 * @param wanted whether the namespace is to be an owner
 * @param uids under which a namespace of this name is an owner: more than one where the namespace was made again
 */
record NamespaceOwnership(boolean wanted, Set<String> uids) {
    /** No owner, and none is wanted. */
    static final NamespaceOwnership NONE = new NamespaceOwnership(false, Set.of());

    NamespaceOwnership {
        uids = Set.copyOf(uids);
    }

    /**
     * {@return under which of its uids the namespace is to be no owner any more}
     *
     * @param present its uid now, where it is wanted as an owner and is there
     */
    List<String> gone(Optional<String> present) {
        return wanted == present.isPresent()
                ? uids.stream().filter(uid -> !present.equals(Optional.of(uid))).toList()
                : List.of();
    }

    /** {@return what is not as it should be, in words for the log} */
    Optional<String> whyWrong() {
        if (wanted != uids.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                wanted
                        ? "the release's namespace does not own it"
                        : "the release's namespace owns it, and Argo CD would neither prune nor delete it");
    }
}
