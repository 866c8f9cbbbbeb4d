// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.workloads.Owners.Chain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Pods by the workload that they belong to.
 *
 * @param groups by the uid of the workload; of the pod itself where it has no owner
 * @param toAsk owners that have to be asked for first, with the namespace of each
 * @param owners uids of all owners that are in use
 */
record PodGroups(Map<String, PodGroup> groups, Map<PodOwner, String> toAsk, Set<String> owners) {
    private record Owned(String namespace, Optional<PodOwner> owner) {}

    /**
     * {@return all pods but those that have ended, and those of which no more is known than which they are} A pod whose owner is gone will be gone
     * soon, and belongs nowhere.
     */
    static PodGroups of(Stream<MeshPod> pods, Owners owners, Map<String, SeenWorkload> watched) {
        var members = new HashMap<String, List<MeshPod>>();
        var chains = new HashMap<String, Chain>();
        var toAsk = new HashMap<PodOwner, String>();
        var uids = new HashSet<String>();
        var byOwner = new HashMap<Owned, Chain>();
        pods.filter(pod -> pod.traits().isPresent() && !pod.stage().hasEnded()).forEach(pod -> {
            var chain = byOwner.computeIfAbsent(
                    new Owned(pod.namespace(), pod.owner()),
                    own -> owners.chain(own.namespace(), own.owner(), watched));
            chain.owners().forEach(owner -> uids.add(owner.uid()));
            if (!chain.isAsked()) {
                toAsk.put(chain.owners().getLast(), pod.namespace());
            } else if (chain.isThere()) {
                var top = PodGroup.workload(chain.owners()).map(PodOwner::uid).orElse(pod.uid());
                chains.put(top, chain);
                members.computeIfAbsent(top, _ -> new ArrayList<>()).add(pod);
            }
        });
        var groups = new HashMap<String, PodGroup>();
        chains.forEach((top, chain) -> {
            var own = members.getOrDefault(top, List.of());
            groups.put(top, new PodGroup(own.getFirst().namespace(), chain.owners(), own));
        });
        return new PodGroups(groups, toAsk, uids);
    }
}
