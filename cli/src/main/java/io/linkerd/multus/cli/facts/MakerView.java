// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What makes pods.
 *
 * @param kind as in {@code Deployment}
 * @param template what it makes
 * @param selector of its pods, as the API server takes it
 * @param tellers the objects that Events name where a pod cannot be made: a Deployment's are those of its ReplicaSets
 * @param desired how many pods it is to have
 * @param made how many it has, ready or not
 * @param lacking whether one of its ReplicaSets has fewer pods than it is to have, or its controller was refused one: while a rollout waits for
 *     the next pod, those of before are enough
 * @param refusal what the API server said when it refused a pod that is not there yet: it lasts longer than the Event
 */
public record MakerView(
        String kind,
        String namespace,
        String name,
        PodView template,
        String selector,
        Tellers tellers,
        int desired,
        int made,
        boolean lacking,
        Optional<String> refusal) {

    /**
     * Objects of one kind.
     *
     * @param maker name of what they belong to
     * @param names of these; empty where this user may not see them
     */
    public record Tellers(String kind, String maker, Optional<Set<String>> names) {
        /** As kube-controller-manager calls ReplicaSets: the Deployment's name, and a hash without vowels. */
        private static final String HASH = "-[b-df-hj-np-tv-z0-9]{1,10}";

        /** {@return whether the Event is about one of them; where they are not known, by the name that it would have} */
        public boolean tell(EventView event) {
            return event.kind().equals(kind)
                    && names.map(all -> all.contains(event.name()))
                            .orElseGet(() -> Pattern.matches(Pattern.quote(maker) + HASH, event.name()));
        }
    }

    /** {@return whether nothing says that its next pod is refused} */
    public boolean isLetIn() {
        return !lacking && refusal.isEmpty();
    }

    /** {@return the Event that its refusal would be} */
    public EventView asEvent(String words, Instant now) {
        return new EventView(kind, namespace, name, "", "FailedCreate", words, now);
    }

    /** {@return whether the API server let in all that it is to have} */
    public boolean hasAll() {
        return made >= desired && isLetIn();
    }
}
