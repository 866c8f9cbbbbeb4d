// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When pods were replaced last, and of which owners. Moments are those of a monotonic clock. What is known of an owner stays for as long as one
 * of its pods is seen without rules: with many of them it may be days until it has its turn again.
 *
 * @param last replacement of all
 * @param byOwner the last one of each owner, by {@link Descent#owner}
 * @param byNamespace when each namespace had its last one
 * @param lineages what came of the replacements that went well, by {@link Descent#lineage}
 */
public record RepairPace(
        Optional<Duration> last,
        Map<String, Attempt> byOwner,
        Map<String, Duration> byNamespace,
        Map<String, Lineage> lineages) {
    /** From one pod of an owner to its next; doubled as long as the API server refuses, and while successors end alike. */
    public static final Duration FIRST = Duration.ofMinutes(1);

    private static final int MOST_DOUBLINGS = 4;

    /** However often the API server refuses. */
    static final Duration LONGEST = FIRST.multipliedBy(1 << MOST_DOUBLINGS);

    /** Nothing has happened yet. */
    public static final RepairPace NONE = new RepairPace(Optional.empty(), Map.of(), Map.of(), Map.of());

    /**
     * One replacement that was tried.
     *
     * @param refusals how often in a row the API server would not have the owner's pods evicted now
     */
    public record Attempt(Duration at, int refusals) {
        Duration pause() {
            return pauseAfter(refusals);
        }

        Duration next() {
            return at.plus(pause());
        }
    }

    /** Copies. */
    public RepairPace {
        byOwner = Map.copyOf(byOwner);
        byNamespace = Map.copyOf(byNamespace);
        lineages = Map.copyOf(lineages);
    }

    /** {@return the pause after so many attempts in a row that came to nothing} */
    static Duration pauseAfter(int vain) {
        return FIRST.multipliedBy(1L << Math.min(vain, MOST_DOUBLINGS));
    }

    /**
     * {@return the same, where these are all that are seen without rules now} What is known of others is forgotten after a while.
     *
     * @param newest of each lineage
     */
    RepairPace seen(Collection<Replacement> unmeshed, Map<String, Newest> newest, Duration now) {
        var owners = new HashSet<String>();
        var namespaces = new HashSet<String>();
        var known = new HashMap<>(lineages);
        known.values().removeIf(lineage -> lineage.isForgotten(now));
        for (var one : unmeshed) {
            var descent = one.descent();
            owners.add(descent.owner());
            namespaces.add(one.pod().namespace());
            known.computeIfPresent(
                    descent.lineage(),
                    (name, lineage) ->
                            lineage.seen(newest.getOrDefault(name, Newest.NONE), now.plus(descent.remembered())));
        }
        var oldest = now.minus(LONGEST);
        var attempts = new HashMap<>(byOwner);
        attempts.entrySet()
                .removeIf(one -> one.getValue().at().compareTo(oldest) < 0 && !owners.contains(one.getKey()));
        var moments = new HashMap<>(byNamespace);
        moments.entrySet().removeIf(one -> one.getValue().compareTo(oldest) < 0 && !namespaces.contains(one.getKey()));
        return new RepairPace(last, attempts, moments, known);
    }

    /** {@return the same, with an attempt at that moment} */
    public RepairPace taken(String namespace, String owner, Duration now) {
        return new RepairPace(
                Optional.of(now),
                with(byOwner, owner, new Attempt(now, refusals(owner))),
                with(byNamespace, namespace, now),
                lineages);
    }

    /** {@return the same, with what was known of the owner's last attempt before we led} */
    public RepairPace known(String owner, Duration at) {
        return new RepairPace(last, with(byOwner, owner, new Attempt(at, refusals(owner))), byNamespace, lineages);
    }

    /** {@return the same, with what was known of a lineage before we led} */
    public RepairPace known(String lineage, Lineage known) {
        return new RepairPace(last, byOwner, byNamespace, with(lineages, lineage, known));
    }

    /** {@return the same, where pods of that lineage are known to end alike, however often they are replaced} */
    public RepairPace hopeless(Replacement one, Duration now) {
        var descent = one.descent();
        return known(
                descent.lineage(),
                new Lineage(now, Lineage.MOST_ALIKE, one.newest().created(), now.plus(descent.remembered())));
    }

    /** {@return the same, where the owner's last attempt ended with a refusal} */
    public RepairPace refused(String owner) {
        return changed(owner, refusals(owner) + 1);
    }

    /** {@return the same, where this pod was replaced, which was the owner's last attempt} */
    public RepairPace succeeded(Replacement done, Duration now) {
        return changed(done.descent().owner(), 0).known(done.descent().lineage(), after(done, now));
    }

    /** {@return what is known of the pod's lineage once it has been replaced} */
    public Lineage after(Replacement done, Duration now) {
        var before = Optional.ofNullable(lineages.get(done.descent().lineage()));
        var newest = done.newest().created();
        return new Lineage(
                now,
                before.map(lineage -> lineage.alike(done.newest())).orElse(0),
                before.map(lineage -> Newest.later(newest, lineage.newest())).orElse(newest),
                now.plus(done.descent().remembered()));
    }

    /** {@return the same, where the owner's last attempt came to nothing} It may have another one at once. */
    public RepairPace returned(String owner) {
        var changed = new HashMap<>(byOwner);
        changed.computeIfPresent(
                owner, (_, attempt) -> new Attempt(attempt.at().minus(attempt.pause()), attempt.refusals()));
        return new RepairPace(last, changed, byNamespace, lineages);
    }

    /** {@return when the owner may have its next one, whatever became of those before} */
    public Optional<Duration> next(String owner) {
        return Optional.ofNullable(byOwner.get(owner)).map(Attempt::next);
    }

    /** {@return when this one may be: not before its owner may have one, and later as long as its lineage ends alike} */
    Optional<Duration> next(Replacement one) {
        var ofLineage =
                Optional.ofNullable(lineages.get(one.descent().lineage())).map(lineage -> lineage.next(one.newest()));
        return Stream.concat(next(one.descent().owner()).stream(), ofLineage.stream())
                .max(Duration::compareTo);
    }

    /** {@return whether replacing it is of no use, as those before it show} */
    boolean isHopeless(Replacement one) {
        return Optional.ofNullable(lineages.get(one.descent().lineage()))
                .filter(lineage -> lineage.isHopeless(one.newest()))
                .isPresent();
    }

    /** {@return whether anything is known of what became of that lineage} */
    public boolean knows(Replacement one) {
        return lineages.containsKey(one.descent().lineage());
    }

    /** {@return when the namespace had its last one} */
    Optional<Duration> lastIn(String namespace) {
        return Optional.ofNullable(byNamespace.get(namespace));
    }

    private int refusals(String owner) {
        return Optional.ofNullable(byOwner.get(owner)).map(Attempt::refusals).orElse(0);
    }

    private RepairPace changed(String owner, int refusals) {
        var changed = new HashMap<>(byOwner);
        changed.computeIfPresent(owner, (_, attempt) -> new Attempt(attempt.at(), refusals));
        return new RepairPace(last, changed, byNamespace, lineages);
    }

    private static <T> Map<String, T> with(Map<String, T> known, String key, T value) {
        var more = new HashMap<>(known);
        more.put(key, value);
        return more;
    }
}
