// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.workloads.plan.Outdated;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A cluster that keeps what the API server keeps, and refuses what it refuses; it checks what must hold after every write of a rollout. */
final class SimulatedCluster {
    static final int AT_ONCE = 2;
    static final int PER_NAMESPACE = 1;
    private static final int REPLICAS = 3;
    private static final Duration DEADLINE = Duration.ofMinutes(6);
    private static final Duration ASKED = Duration.ofMinutes(2);

    private final List<Sim> workloads;
    private final Set<String> restarts = new HashSet<>();
    private final Set<Integer> badChanges = new HashSet<>();
    private Instant now = Sample.NOW;
    private int change = 1;
    private Instant injectorsAgree = Sample.NOW;
    private RolloutSpec.Mode mode = RolloutSpec.Mode.AUTO;
    private int generation = 1;
    private int configVersion = 1;
    private List<AtHand> atHand = List.of();

    /** A pod: for which change it was made, with which mark, and since when. */
    record Pod(String uid, int change, Optional<RolloutMark> mark, boolean ready, boolean leaving) {}

    /** A workload, with its pods. */
    final class Sim {
        private final String namespace;
        private final String name;
        private final RestartWay way;
        private RolloutOptIn optIn;
        private Optional<RolloutMark> mark = Optional.empty();
        private Optional<Instant> restarted = Optional.empty();
        private int version = 1;
        private boolean observed = true;
        private boolean letGo;
        private Instant lastStep = Sample.NOW;
        private List<Pod> pods;
        private int made;

        Sim(String namespace, String name, RestartWay way, RolloutOptIn optIn) {
            this.namespace = namespace;
            this.name = name;
            this.way = way;
            this.optIn = optIn;
            this.pods = IntStream.range(0, REPLICAS).mapToObj(_ -> make()).toList();
        }

        private Pod make() {
            return new Pod(name + "-" + made++, change, mark, false, false);
        }

        /** What a look at it shows. */
        Workload seen() {
            var digest = Sample.change("change " + change);
            long old = pods.stream().filter(pod -> pod.change() != change).count();
            var base = Sample.due(namespace, name);
            return new Workload(
                    base.subject(),
                    Integer.toString(version),
                    base.role(),
                    way,
                    optIn,
                    old == 0 ? Outdated.NO : Sample.OLD,
                    digest,
                    mark,
                    restarted,
                    counts(),
                    way == RestartWay.EVICTION ? pods.stream().map(this::owned).toList() : List.of(),
                    Set.of(),
                    0);
        }

        private OwnedPod owned(Pod pod) {
            return new OwnedPod(pod.uid(), pod.uid(), pod.ready(), pod.change() != change, pod.leaving(), pod.mark());
        }

        private RolloutCounts counts() {
            boolean template = way == RestartWay.TEMPLATE;
            int updated = template ? (int) pods.stream().filter(this::isUpdated).count() : REPLICAS;
            int ready = (int) pods.stream().filter(Pod::ready).count();
            boolean late =
                    Duration.between(lastStep, now).compareTo(DEADLINE) > 0 && (updated < REPLICAS || ready < REPLICAS);
            return new RolloutCounts(
                    observed, false, REPLICAS, REPLICAS, updated, ready, REPLICAS, late && observed, Optional.empty());
        }

        private boolean isUpdated(Pod pod) {
            return pod.mark().equals(mark);
        }

        /** Its controller, and the kubelet, do one thing. */
        void step() {
            observed = true;
            var next = new ArrayList<>(pods);
            for (int number = 0; number < next.size(); number++) {
                var pod = next.get(number);
                if (pod.leaving()) {
                    next.set(number, make());
                } else if (!pod.ready() && !badChanges.contains(pod.change())) {
                    next.set(number, new Pod(pod.uid(), pod.change(), pod.mark(), true, false));
                } else {
                    continue;
                }
                moved(next);
                return;
            }
            boolean well = next.stream().allMatch(Pod::ready);
            for (int number = 0; number < next.size() && way == RestartWay.TEMPLATE; number++) {
                if (!isUpdated(next.get(number)) && (well || !next.get(number).ready())) {
                    next.set(number, make());
                    moved(next);
                    return;
                }
            }
        }

        private void moved(List<Pod> next) {
            pods = List.copyOf(next);
            lastStep = now;
        }

        /** Whether a restart of ours is under way that was not let go. */
        boolean inProgress() {
            return mark.isPresent() && !letGo;
        }

        /** Nothing was begun, all is done, or it failed and is not to be restarted again. */
        private boolean mayBeLetGo() {
            var seen = seen();
            boolean over = seen.progress(now) instanceof Progress.Failed && !seen.wants(false) && !stops();
            return !inProgress() || (seen.atRest(now) && !seen.evictionsLeft()) || over;
        }

        /** Its restart failed, so that no other begins. */
        private boolean stops() {
            var seen = seen();
            return inProgress()
                    && optIn == RolloutOptIn.IN
                    && seen.markedFor(seen.change())
                    && seen.progress(now) instanceof Progress.Failed;
        }
    }

    SimulatedCluster(Random random) {
        this.workloads = new ArrayList<>();
        for (int number = 0; number < 6; number++) {
            var way = switch (random.nextInt(5)) {
                case 0, 1 -> RestartWay.EVICTION;
                case 2 -> RestartWay.PAUSED;
                default -> RestartWay.TEMPLATE;
            };
            var optIn = random.nextInt(4) == 0 ? RolloutOptIn.SILENT : RolloutOptIn.IN;
            workloads.add(new Sim("ns" + number % 3, "w" + number, way, optIn));
        }
        settle();
    }

    private void settle() {
        IntStream.range(0, REPLICAS * 3).forEach(_ -> workloads.forEach(Sim::step));
    }

    String revision() {
        return RolloutMark.revision(generation, "uid");
    }

    int configVersion() {
        return configVersion;
    }

    List<Workload> list() {
        return workloads.stream().map(Sim::seen).toList();
    }

    /** The configuration and what is at hand are read anew, all else is as it was. */
    RolloutView look(List<Workload> cache) {
        var held = atHand.stream().map(AtHand::uid).toList();
        var fresh = list().stream().filter(one -> held.contains(one.subject().uid()));
        var stale = cache.stream().filter(one -> !held.contains(one.subject().uid()));
        var spec = new RolloutSpec(mode, AT_ONCE, PER_NAMESPACE, false, Duration.ZERO, Optional.empty());
        return new RolloutView(
                        spec,
                        revision(),
                        Stream.of(Sample.CONTROL_PLANE.stream(), fresh, stale)
                                .flatMap(all -> all)
                                .toList(),
                        atHand,
                        now)
                .with(hindrances());
    }

    private List<Hindrance> hindrances() {
        return now.isBefore(injectorsAgree)
                ? List.of(Hindrance.ofAll(RolloutReason.WAITING_FOR_INJECTORS, "They are asked."))
                : List.of();
    }

    /** {@return the names of those that are not in the middle of a restart now} */
    Set<String> mayBeLetGo() {
        return workloads.stream().filter(Sim::mayBeLetGo).map(sim -> sim.name).collect(Collectors.toSet());
    }

    /**
     * {@return namespaces in which a restart may begin now, whatever was done to the spec since}
     *
     * @param seen namespaces that had completed when all was heard of last
     */
    Set<String> mayBegin(Set<String> seen) {
        var stopped = namespaces(Sim::stops);
        var completed = new HashSet<>(seen);
        completed.addAll(completed());
        if (!stopped.isEmpty() && (completed.size() < 2 || stopped.size() >= 3)) {
            return Set.of();
        }
        var all = namespaces(_ -> true);
        all.removeAll(stopped);
        return all;
    }

    /** {@return namespaces in which all that opted in has been restarted for the present change, and is well} */
    Set<String> completed() {
        return namespaces(sim -> hasCompleted(sim.namespace));
    }

    private Set<String> namespaces(Predicate<Sim> chosen) {
        return workloads.stream().filter(chosen).map(sim -> sim.namespace).collect(Collectors.toSet());
    }

    private boolean hasCompleted(String namespace) {
        var restarted = workloads.stream()
                .filter(sim -> sim.namespace.equals(namespace) && sim.optIn == RolloutOptIn.IN)
                .map(Sim::seen)
                .toList();
        return restarted.stream()
                        .anyMatch(one -> one.markedFor(one.change())
                                && one.progress(now) instanceof Progress.Complete
                                && !one.evictionsLeft())
                && restarted.stream()
                        .noneMatch(one -> one.wants(false)
                                || (one.markedFor(one.change())
                                        && !(one.counts().complete() && !one.evictionsLeft())));
    }

    /** The status is written, on the condition of the version that was read. */
    boolean write(int version, Set<String> mayBeLetGo, Set<String> mayBegin, List<AtHand> next) {
        if (version != configVersion) {
            return false;
        }
        var before = atHand.stream().map(AtHand::uid).toList();
        assertThat(next.stream().filter(one -> !before.contains(one.uid())))
                .as("begun beside one that failed")
                .allMatch(one -> mayBegin.contains(one.namespace()));
        var kept = next.stream().map(AtHand::uid).toList();
        atHand.stream().filter(one -> !kept.contains(one.uid())).map(this::find).forEach(sim -> {
            assertThat(mayBeLetGo).as("let go in the middle").contains(sim.name);
            sim.letGo = true;
        });
        if (!next.equals(atHand)) {
            atHand = List.copyOf(next);
            configVersion++;
        }
        return true;
    }

    private Sim find(AtHand one) {
        return workloads.stream()
                .filter(sim -> sim.name.equals(one.name()))
                .findAny()
                .orElseThrow();
    }

    void apply(RolloutAction action) {
        var sim = workloads.stream()
                .filter(one -> one.name.equals(action.workload().subject().name()))
                .findAny()
                .orElseThrow();
        switch (action) {
            case RolloutAction.Restart(var seen, var mark, var _) -> restart(sim, seen, mark);
            case RolloutAction.Evict(var _, var pod) -> evict(sim, pod);
        }
    }

    private void restart(Sim sim, Workload seen, RolloutMark mark) {
        if (!seen.resourceVersion().equals(Integer.toString(sim.version))) {
            return;
        }
        assertThat(mode).as("restarted while off").isEqualTo(RolloutSpec.Mode.AUTO);
        assertThat(sim.optIn).as("restarted without an opt-in").isEqualTo(RolloutOptIn.IN);
        assertThat(sim.way.ours()).as("restarted what is not ours").isTrue();
        assertThat(restarts.add(sim.name + mark.change().text()))
                .as("restarted twice for one change")
                .isTrue();
        sim.mark = Optional.of(mark);
        sim.restarted = Optional.of(now);
        sim.version++;
        sim.observed = false;
        sim.letGo = false;
        sim.lastStep = now;
        assertThat(workloads.stream().filter(Sim::inProgress)).as("at once").hasSizeLessThanOrEqualTo(AT_ONCE);
        assertThat(workloads.stream().filter(one -> one.namespace.equals(sim.namespace) && one.inProgress()))
                .as("in one namespace")
                .hasSizeLessThanOrEqualTo(PER_NAMESPACE);
    }

    private void evict(Sim sim, OwnedPod pod) {
        sim.pods = sim.pods.stream()
                .map(one -> {
                    if (!one.uid().equals(pod.uid()) || one.leaving()) {
                        return one;
                    }
                    assertThat(one.mark()).as("evicted twice for one change").isNotEqualTo(sim.mark);
                    return new Pod(one.uid(), one.change(), one.mark(), false, true);
                })
                .toList();
        sim.lastStep = now;
    }

    /** A minute passes, or a person does something. */
    void happen(Random random) {
        var sim = workloads.get(random.nextInt(workloads.size()));
        switch (random.nextInt(40)) {
            case 0 -> {
                change();
                if (random.nextInt(4) == 0) {
                    badChanges.add(change);
                }
            }
            case 1 -> badChanges.clear();
            case 2 -> {
                mode = mode == RolloutSpec.Mode.AUTO ? RolloutSpec.Mode.OFF : RolloutSpec.Mode.AUTO;
                edited();
            }
            case 3 -> edited();
            case 4 -> {
                sim.optIn = sim.optIn == RolloutOptIn.IN ? RolloutOptIn.OUT : RolloutOptIn.IN;
                sim.version++;
            }
            default -> pass();
        }
    }

    void pass() {
        now = now.plus(Duration.ofMinutes(1));
        workloads.forEach(Sim::step);
    }

    /** Linkerd's values change, and its injectors have them later. */
    private void change() {
        change++;
        injectorsAgree = now.plus(ASKED);
    }

    private void edited() {
        generation++;
        configVersion++;
    }

    /** All is mended and asked for; what a restart for an earlier try did not cure needs another change. */
    void mend() {
        badChanges.clear();
        mode = RolloutSpec.Mode.AUTO;
        change();
        edited();
        settle();
    }

    /** A version that does not run is followed by one that does, and nothing else is done; {@return the workloads at hand then} */
    List<AtHand> supersede() {
        if (mode != RolloutSpec.Mode.AUTO) {
            mode = RolloutSpec.Mode.AUTO;
            edited();
        }
        change();
        return atHand;
    }

    void assertUpToDate(List<AtHand> some) {
        assertThat(some.stream()
                        .map(this::find)
                        .filter(one -> one.way.ours() && one.optIn == RolloutOptIn.IN)
                        .map(Sim::seen))
                .allMatch(one -> one.outdated().isEmpty() && one.atRest(now));
    }

    void assertUpToDate() {
        assertThat(workloads.stream()
                        .filter(one -> one.way.ours() && one.optIn == RolloutOptIn.IN)
                        .map(Sim::seen))
                .allMatch(one -> one.outdated().isEmpty() && one.atRest(now));
        assertThat(atHand).isEmpty();
    }
}
