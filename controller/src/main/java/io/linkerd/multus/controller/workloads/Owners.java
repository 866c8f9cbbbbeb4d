// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;

/**
 * Who owns the owners of pods. What is not watched is asked for once, and remembered by its uid as long as a pod has it; the owner of an object
 * does not change but by hand.
 */
final class Owners {
    /** More than any chain is long. */
    private static final int LONGEST = 4;

    /** Owners of pods that are not watched, and may have an owner of their own that a person knows better. */
    private static final Map<String, Asked> ASKED = Map.of(
            "ReplicaSet", new Asked("apps/v1", "apis/apps/v1", "replicasets"),
            "ReplicationController", new Asked("v1", "api/v1", "replicationcontrollers"));

    private record Asked(String apiVersion, String path, String plural) {}

    /** An owner's name may be any text in a pod's metadata, such as one that would be another path; names of these kinds are no such text. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    private record Known(boolean there, Optional<PodOwner> owner) {}

    /** It is not there, or says more of its owner than is kept. */
    private static final Known NOT_READ = new Known(false, Optional.empty());

    /** Owners are of the namespace of what they own: what a pod of another one refers to says nothing of them. */
    private record Place(String namespace, PodOwner owner) {}

    private final PartialObjects objects;
    private final ConcurrentMap<Place, Known> known = new ConcurrentHashMap<>();

    Owners(PartialObjects objects) {
        this.objects = objects;
    }

    /**
     * What owns a pod.
     *
     * @param owners its own owner first, the one that has none last
     * @param isAsked whether all of them are known; otherwise the last has to be asked for
     * @param isThere whether the last is there, and says whose it is within what is read
     */
    record Chain(List<PodOwner> owners, boolean isAsked, boolean isThere) {}

    /** {@return what owns a pod of that namespace that has that owner} */
    Chain chain(String namespace, Optional<PodOwner> first, Map<String, SeenWorkload> watched) {
        var owners = new ArrayList<PodOwner>();
        var next = first;
        while (next.isPresent() && owners.size() < LONGEST) {
            var owner = next.get();
            owners.add(owner);
            if (isAsked(owner)) {
                var answer = known.get(new Place(namespace, owner));
                if (answer == null || !answer.there()) {
                    return new Chain(owners, answer != null, false);
                }
                next = answer.owner();
            } else {
                var seen = Optional.ofNullable(watched.get(owner.uid()));
                if (seen.filter(one -> !one.subject().namespace().equals(namespace))
                        .isPresent()) {
                    return new Chain(owners, true, false);
                }
                next = seen.flatMap(SeenWorkload::owner);
            }
        }
        return new Chain(owners, true, true);
    }

    /** Asks for the owner of that one. */
    void ask(String namespace, PodOwner owner) {
        var asked = ASKED.get(owner.kind());
        if (asked != null) {
            var found = Optional.of(owner.name())
                    .filter(name -> NAME.matcher(name).matches())
                    .flatMap(name -> objects.read(asked.path(), asked.plural(), namespace, name))
                    .filter(metadata -> owner.uid().equals(metadata.getUid()));
            var next = found.flatMap(WorkloadReading::owner);
            boolean isRead =
                    found.isPresent() && next.filter(PodOwner::isTooLong).isEmpty();
            known.put(new Place(namespace, owner), isRead ? new Known(true, next) : NOT_READ);
        }
    }

    /** Forgets all but those of these uids. */
    void retain(Set<String> uids) {
        known.keySet().removeIf(place -> !uids.contains(place.owner().uid()));
    }

    private static boolean isAsked(PodOwner owner) {
        return Optional.ofNullable(ASKED.get(owner.kind()))
                .filter(asked -> asked.apiVersion().equals(owner.apiVersion()))
                .isPresent();
    }
}
