// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The objects, and every change to them; each change has a version of its own.
 *
 * <p>Its monitor is what writers hold for as long as a write takes, and what watches wait on.
 */
final class Store {
    /**
     * One change.
     *
     * @param nanos when, by the monotonic clock
     * @param before empty where the object was made; has the version of the change, as a watch tells it
     * @param after empty where it was removed
     */
    record Change(long version, long nanos, Target target, Optional<ObjectNode> before, Optional<ObjectNode> after) {}

    /** What lists are answered from: all objects as they were at a version. */
    record Snapshot(long version, List<Kept> kept) {
        Page list(Target list, Predicate<? super ObjectNode> selected) {
            return new Page(
                    version,
                    kept.stream()
                            .filter(one -> list.holds(one.target()))
                            .map(one -> one.object().deepCopy())
                            .filter(selected)
                            .toList());
        }
    }

    record Kept(Target target, ObjectNode object) {}

    private static final long FIRST = 1000;
    private static final String PAGE = "page-";

    private final NavigableMap<String, Kept> objects = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<Look> looks = new ArrayList<>();
    private final Map<String, Page> pages = new HashMap<>();
    private Optional<Snapshot> stopped = Optional.empty();
    private long version = FIRST;
    private long forgotten = FIRST;

    /** What a list with a limit goes on with: as it was when the list began. */
    record Page(long version, List<ObjectNode> rest) {}

    synchronized long version() {
        return version;
    }

    /** The oldest version that a watch can begin at. */
    synchronized long oldest() {
        return forgotten;
    }

    synchronized Optional<ObjectNode> get(Target target) {
        return Optional.ofNullable(objects.get(target.path()))
                .map(kept -> kept.object().deepCopy());
    }

    /** All objects of that list, by namespace and name. */
    synchronized List<ObjectNode> list(Target list) {
        return objects.values().stream()
                .filter(kept -> list.holds(kept.target()))
                .map(kept -> kept.object().deepCopy())
                .toList();
    }

    /** Everything there is, as places. */
    synchronized List<Target> all() {
        return objects.values().stream().map(Kept::target).toList();
    }

    /** From now on lists of a version are answered with what there is now: the cache hears of no change any more. */
    synchronized void stopCache() {
        stopped = Optional.of(now());
    }

    /** What a list of that version is answered from; without one it is what there is. */
    synchronized Snapshot cache(String atLeast) {
        var cache = stopped.filter(_ -> !atLeast.isEmpty()).orElseGet(this::now);
        if (!atLeast.isEmpty() && Long.parseLong(atLeast) > cache.version()) {
            throw Refusal.of(504, "Too large resource version: " + atLeast + ", current: " + cache.version());
        }
        return cache;
    }

    private Snapshot now() {
        return new Snapshot(version, List.copyOf(objects.values()));
    }

    /** Makes or replaces the object, at a new version. */
    synchronized ObjectNode put(Target target, ObjectNode object) {
        version++;
        var kept = at(version, object);
        var before = Optional.ofNullable(objects.put(target.path(), new Kept(target, kept)));
        tell(new Change(
                version, System.nanoTime(), target, before.map(old -> at(version, old.object())), Optional.of(kept)));
        return kept.deepCopy();
    }

    /** Removes the object; its last word has the version of the removal. */
    synchronized Optional<ObjectNode> remove(Target target) {
        return Optional.ofNullable(objects.remove(target.path())).map(kept -> {
            version++;
            var last = at(version, kept.object());
            tell(new Change(version, System.nanoTime(), target, Optional.of(last), Optional.empty()));
            return last.deepCopy();
        });
    }

    /** Takes down that somebody looked. */
    synchronized void note(Look look) {
        looks.add(look);
    }

    synchronized List<Look> looks() {
        return List.copyOf(looks);
    }

    /** All changes after that version. */
    synchronized List<Change> changesAfter(long seen) {
        var first = Math.clamp(seen - FIRST, 0, changes.size());
        return List.copyOf(changes.subList(first, changes.size()));
    }

    /** From now on no watch can begin before now, and no list that was begun can go on; open watches miss nothing. */
    synchronized void compact() {
        forgotten = version;
        pages.clear();
    }

    synchronized String keep(Page page) {
        var token = PAGE + (pages.size() + 1) + "-" + version;
        pages.put(token, page);
        return token;
    }

    synchronized Page page(String token) {
        return Optional.ofNullable(pages.get(token))
                .orElseThrow(() -> token.startsWith(PAGE)
                        ? Refusal.of(410, "the continue parameter is too old")
                        : Refusal.of(400, "the continue parameter is not valid"));
    }

    synchronized void awaitChange(long seen, Duration longest) throws InterruptedException {
        var deadline = System.nanoTime() + longest.toNanos();
        for (var left = longest.toMillis(); version <= seen && left > 0; ) {
            wait(left);
            left = (deadline - System.nanoTime()) / 1_000_000;
        }
    }

    private void tell(Change change) {
        changes.add(change);
        notifyAll();
    }

    private static ObjectNode at(long version, ObjectNode object) {
        var copy = object.deepCopy();
        copy.withObject("/metadata").put("resourceVersion", Long.toString(version));
        return copy;
    }
}
