// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.MeshPod.Place;
import io.linkerd.multus.controller.pods.plan.MeshPod.Redirection;
import io.linkerd.multus.controller.pods.plan.MeshPod.Stage;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Owners of one pod each, as in a cluster where a cause lasts: whatever takes the place of an evicted pod ends alike, at once. Each has a node of
 * its own.
 */
final class HopelessMesh {
    private static final Duration START = Duration.ofSeconds(-30);
    private static final AttachmentScope SCOPE = new AttachmentScope(true, "default");

    private final List<PodOwner> owners;
    private final List<MeshPod> pods = new ArrayList<>();
    private final Map<String, List<Duration>> evictions = new HashMap<>();
    private final Duration pause;
    private RepairPace pace = RepairPace.NONE;
    private RepairPlan last = RepairPlan.of(observed(List.of()), pace, START, Duration.ofSeconds(1));
    private Duration now = START;
    private int created;

    /** Prepares; {@code pause} is from one eviction to the next. */
    HopelessMesh(List<PodOwner> owners, Duration pause) {
        this.owners = List.copyOf(owners);
        this.pause = pause;
        for (int number = 0; number < owners.size(); number++) {
            pods.add(pod(number));
        }
    }

    /** Looks and evicts for so long; at least every five minutes, as the controller does. */
    void run(Duration time) {
        var end = now.plus(time);
        while (now.compareTo(end) < 0) {
            now = now.plus(look().orElse(Duration.ofMinutes(5)));
        }
    }

    /**
     * Looks and evicts until no pod waits.
     *
     * @throws AssertionError where one still does after so long
     */
    void runUntilNothingWaits(Duration longest) {
        for (var wait = look(); wait.isPresent(); wait = look()) {
            now = now.plus(wait.get());
            if (now.compareTo(START.plus(longest)) > 0) {
                throw new AssertionError("evicts for ever: " + evictions() + " until now");
            }
        }
    }

    /** {@return how many there were} */
    int evictions() {
        return evictions.values().stream().mapToInt(List::size).sum();
    }

    /** {@return when that owner had its own, from the start on} */
    List<Duration> evictions(String owner) {
        return evictions.getOrDefault(owner, List.of());
    }

    /** {@return what stays, by the last look} */
    List<Unhelped> left() {
        return last.left();
    }

    private Optional<Duration> look() {
        last = RepairPlan.of(observed(pods), pace, now, pause);
        pace = last.pace();
        last.next().ifPresent(next -> {
            evictions
                    .computeIfAbsent(next.owner().uid(), _ -> new ArrayList<>())
                    .add(now.minus(START));
            pace = RepairPlanTest.evict(pace, next, now);
            var number = Integer.parseInt(next.pod().place().node());
            pods.set(number, pod(number));
        });
        return last.later();
    }

    private static RepairPlan.Observed observed(List<MeshPod> pods) {
        return new RepairPlan.Observed(pods, SCOPE, new Installers.OfAnother());
    }

    private MeshPod pod(int number) {
        created++;
        return new MeshPod(
                "shop",
                "pod-" + (1_000_000 + number),
                "uid-" + created,
                "1",
                Stage.ALIVE,
                Instant.ofEpochSecond(1_000_000 + created),
                Optional.of(owners.get(number)),
                Set.of("shop"),
                Redirection.MISSING,
                new Place(
                        Integer.toString(number), Optional.empty(), Instant.ofEpochSecond(1_000_000 + created), false),
                Optional.empty());
    }
}
