// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.service.retry.Backoff;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * When pods were replaced last, and whose. Moments are those of a monotonic clock.
 *
 * @param last replacement of all
 * @param byOwner the last one of each owner, by its uid, as long as it may matter
 * @param byNamespace when each namespace had its last one, as long as it may matter
 */
record Turns(Optional<Duration> last, Map<String, Turn> byOwner, Map<String, Duration> byNamespace) {
    /** From one pod of an owner to its next; doubled as long as the API server refuses. */
    static final Backoff PAUSES = new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(16));

    /** Nothing has happened yet. */
    static final Turns NONE = new Turns(Optional.empty(), Map.of(), Map.of());

    /**
     * One pod's turn.
     *
     * @param refusals how often in a row the API server would not have the owner's pods evicted now
     */
    record Turn(Duration at, int refusals) {
        Duration next() {
            return at.plus(PAUSES.after(refusals + 1));
        }
    }

    Turns {
        byOwner = Map.copyOf(byOwner);
        byNamespace = Map.copyOf(byNamespace);
    }

    /** {@return the same, with a turn at that moment} What is too old to matter is forgotten. */
    Turns taken(String namespace, String owner, Duration now) {
        var namespaces = new HashMap<>(byNamespace);
        namespaces.values().removeIf(moment -> moment.compareTo(now.minus(PAUSES.longest())) < 0);
        namespaces.put(namespace, now);
        return new Turns(Optional.of(now), with(owner, new Turn(now, refusals(owner)), now), namespaces);
    }

    /** {@return the same, with what was known of the owner's last turn before we led} */
    Turns known(String owner, Duration at) {
        return new Turns(last, with(owner, new Turn(at, refusals(owner)), at), byNamespace);
    }

    /** {@return the same, where the owner's last turn ended with a refusal} */
    Turns refused(String owner) {
        return new Turns(last, changed(owner, refusals(owner) + 1), byNamespace);
    }

    /** {@return the same, where the owner's last turn ended well} */
    Turns succeeded(String owner) {
        return new Turns(last, changed(owner, 0), byNamespace);
    }

    /** {@return the same, where the owner's last turn came to nothing} It may have another one at once. */
    Turns returned(String owner) {
        var changed = new HashMap<>(byOwner);
        changed.computeIfPresent(
                owner, (_, turn) -> new Turn(turn.at().minus(PAUSES.after(turn.refusals() + 1)), turn.refusals()));
        return new Turns(last, changed, byNamespace);
    }

    /** {@return when the owner may have its next one} */
    Optional<Duration> next(String owner) {
        return Optional.ofNullable(byOwner.get(owner)).map(Turn::next);
    }

    /** {@return when the namespace had its last one} */
    Optional<Duration> lastIn(String namespace) {
        return Optional.ofNullable(byNamespace.get(namespace));
    }

    private int refusals(String owner) {
        return Optional.ofNullable(byOwner.get(owner)).map(Turn::refusals).orElse(0);
    }

    private Map<String, Turn> changed(String owner, int refusals) {
        var changed = new HashMap<>(byOwner);
        changed.computeIfPresent(owner, (_, turn) -> new Turn(turn.at(), refusals));
        return changed;
    }

    private Map<String, Turn> with(String owner, Turn turn, Duration now) {
        var oldest = now.minus(PAUSES.longest());
        return Stream.concat(
                        byOwner.entrySet().stream()
                                .filter(entry -> !entry.getKey().equals(owner)
                                        && entry.getValue().at().compareTo(oldest) >= 0),
                        Stream.of(Map.entry(owner, turn)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
