// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.repair;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * When pods were replaced last, and of which owners. Moments are those of a monotonic clock.
 *
 * @param last replacement of all
 * @param byOwner the last one of each owner, by its uid, as long as it may matter
 * @param byNamespace when each namespace had its last one, as long as it may matter
 */
public record RepairPace(Optional<Duration> last, Map<String, Attempt> byOwner, Map<String, Duration> byNamespace) {
    /** From one pod of an owner to its next; doubled as long as the API server refuses. */
    public static final Duration FIRST = Duration.ofMinutes(1);

    private static final int MOST_DOUBLINGS = 4;

    /** However often the API server refuses. */
    static final Duration LONGEST = FIRST.multipliedBy(1 << MOST_DOUBLINGS);

    /** Nothing has happened yet. */
    public static final RepairPace NONE = new RepairPace(Optional.empty(), Map.of(), Map.of());

    /**
     * One replacement that was tried.
     *
     * @param refusals how often in a row the API server would not have the owner's pods evicted now
     */
    public record Attempt(Duration at, int refusals) {
        Duration pause() {
            return FIRST.multipliedBy(1L << Math.min(refusals, MOST_DOUBLINGS));
        }

        Duration next() {
            return at.plus(pause());
        }
    }

    /** Copies. */
    public RepairPace {
        byOwner = Map.copyOf(byOwner);
        byNamespace = Map.copyOf(byNamespace);
    }

    /** {@return the same, with an attempt at that moment} What is too old to matter is forgotten. */
    public RepairPace taken(String namespace, String owner, Duration now) {
        var namespaces = new HashMap<>(byNamespace);
        namespaces.values().removeIf(moment -> moment.compareTo(now.minus(LONGEST)) < 0);
        namespaces.put(namespace, now);
        return new RepairPace(Optional.of(now), with(owner, new Attempt(now, refusals(owner)), now), namespaces);
    }

    /** {@return the same, with what was known of the owner's last attempt before we led} */
    public RepairPace known(String owner, Duration at) {
        return new RepairPace(last, with(owner, new Attempt(at, refusals(owner)), at), byNamespace);
    }

    /** {@return the same, where the owner's last attempt ended with a refusal} */
    public RepairPace refused(String owner) {
        return new RepairPace(last, changed(owner, refusals(owner) + 1), byNamespace);
    }

    /** {@return the same, where the owner's last attempt ended well} */
    public RepairPace succeeded(String owner) {
        return new RepairPace(last, changed(owner, 0), byNamespace);
    }

    /** {@return the same, where the owner's last attempt came to nothing} It may have another one at once. */
    public RepairPace returned(String owner) {
        var changed = new HashMap<>(byOwner);
        changed.computeIfPresent(
                owner, (_, attempt) -> new Attempt(attempt.at().minus(attempt.pause()), attempt.refusals()));
        return new RepairPace(last, changed, byNamespace);
    }

    /** {@return when the owner may have its next one} */
    public Optional<Duration> next(String owner) {
        return Optional.ofNullable(byOwner.get(owner)).map(Attempt::next);
    }

    /** {@return when the namespace had its last one} */
    Optional<Duration> lastIn(String namespace) {
        return Optional.ofNullable(byNamespace.get(namespace));
    }

    private int refusals(String owner) {
        return Optional.ofNullable(byOwner.get(owner)).map(Attempt::refusals).orElse(0);
    }

    private Map<String, Attempt> changed(String owner, int refusals) {
        var changed = new HashMap<>(byOwner);
        changed.computeIfPresent(owner, (_, attempt) -> new Attempt(attempt.at(), refusals));
        return changed;
    }

    private Map<String, Attempt> with(String owner, Attempt attempt, Duration now) {
        var oldest = now.minus(LONGEST);
        return Stream.concat(
                        byOwner.entrySet().stream()
                                .filter(entry -> !entry.getKey().equals(owner)
                                        && entry.getValue().at().compareTo(oldest) >= 0),
                        Stream.of(Map.entry(owner, attempt)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
