// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.repair;

import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.contracts.plans.PodOwner;
import io.linkerd.multus.contracts.plans.repair.RepairPlan.Replacement;
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
 * @param lineages what came of the replacements that went well, as long as it may matter
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

    /** For how long it matters what came of a replacement: a pod that ends alike does so within minutes, whatever the pause was. */
    static final Duration REMEMBERED = LONGEST.multipliedBy(2);

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

    /** {@return the same, with an attempt at that moment} What is too old to matter is forgotten. */
    public RepairPace taken(String namespace, String owner, Duration now) {
        var namespaces = new HashMap<>(byNamespace);
        namespaces.values().removeIf(moment -> moment.compareTo(now.minus(LONGEST)) < 0);
        namespaces.put(namespace, now);
        var kept = new HashMap<>(lineages);
        kept.values().removeIf(lineage -> lineage.at().compareTo(now.minus(REMEMBERED)) < 0);
        return new RepairPace(Optional.of(now), with(owner, new Attempt(now, refusals(owner)), now), namespaces, kept);
    }

    /** {@return the same, with what was known of the owner's last attempt before we led} */
    public RepairPace known(String owner, Duration at) {
        return new RepairPace(last, with(owner, new Attempt(at, refusals(owner)), at), byNamespace, lineages);
    }

    /** {@return the same, where pods of that one's lineage are known to end alike, however often they are replaced, and still do} */
    public RepairPace hopeless(PodFacts pod, PodOwner owner, Duration now) {
        return with(
                RepairPlan.lineageOf(pod, owner),
                new Lineage(now, Lineage.MOST_ALIKE, pod.place().created()));
    }

    /** {@return the same, where the owner's last attempt ended with a refusal} */
    public RepairPace refused(String owner) {
        return new RepairPace(last, changed(owner, refusals(owner) + 1), byNamespace, lineages);
    }

    /** {@return the same, where this pod was replaced, which was the owner's last attempt} */
    public RepairPace succeeded(Replacement done, Duration now) {
        var owner = done.owner().uid();
        var before = Optional.ofNullable(lineages.get(done.lineage()));
        var alike = before.map(lineage -> lineage.alike(done.newest())).orElse(0);
        return new RepairPace(last, changed(owner, 0), byNamespace, lineages)
                .with(done.lineage(), new Lineage(now, alike, done.newest()));
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
        var ofLineage = Optional.ofNullable(lineages.get(one.lineage())).map(lineage -> lineage.next(one.newest()));
        return Stream.concat(next(one.owner().uid()).stream(), ofLineage.stream())
                .max(Duration::compareTo);
    }

    /** {@return whether replacing it is of no use, as those before it show} */
    boolean isHopeless(Replacement one, Duration now) {
        return Optional.ofNullable(lineages.get(one.lineage()))
                .filter(lineage -> lineage.at().compareTo(now.minus(REMEMBERED)) >= 0)
                .filter(lineage -> lineage.isHopeless(one.newest()))
                .isPresent();
    }

    /** {@return whether anything is known of what became of that lineage} */
    public boolean knows(Replacement one) {
        return lineages.containsKey(one.lineage());
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

    private RepairPace with(String key, Lineage lineage) {
        var changed = new HashMap<>(lineages);
        changed.put(key, lineage);
        return new RepairPace(last, byOwner, byNamespace, changed);
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
