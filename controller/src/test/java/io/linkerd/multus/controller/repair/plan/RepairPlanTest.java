// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.MeshPod.Place;
import io.linkerd.multus.controller.pods.plan.MeshPod.Redirection;
import io.linkerd.multus.controller.pods.plan.MeshPod.Stage;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.repair.plan.Unhelped.Why;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepairPlanTest {
    private static final String SHARED = "default";
    private static final AttachmentScope SCOPE = new AttachmentScope(true, SHARED);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    /** API servers append no others for {@code generateName}. */
    private static final String RANDOM_LETTERS = "bcdfghjklmnpqrstvwxz";
    /** What the owner of uid {@code web} is called in a pace. */
    private static final String WEB = "shop/web";

    /** The clock may begin anywhere. */
    private static final Duration START = Duration.ofSeconds(-30);

    @Test
    void aPodThatWasStartedInTheGapIsReplacedAtOnce() {
        var plan = plan(List.of(broken("web-1", "web")), RepairPace.NONE, START);

        assertThat(plan.next().orElseThrow().pod().name()).isEqualTo("web-1");
        assertThat(plan.later()).hasValue(PAUSE);
    }

    @Test
    void aPodOfTheSharedAttachmentCountsAndOneOfAnybodyElsesDoesNot() {
        assertThat(RepairPlan.isBroken(pod("a", Set.of(SHARED), Stage.ALIVE, Redirection.MISSING), SCOPE))
                .isTrue();
        assertThat(RepairPlan.isBroken(pod("a", Set.of("elsewhere"), Stage.ALIVE, Redirection.MISSING), SCOPE))
                .isFalse();
        assertThat(RepairPlan.isBroken(pod("a", Set.of(), Stage.ALIVE, Redirection.MISSING), SCOPE))
                .isFalse();
    }

    /** The runtime calls the plugin for every pod, so that none has to refer to an attachment. */
    @Test
    void withoutAttachmentsEveryMeshedPodThatNothingRedirectsCounts() {
        assertThat(RepairPlan.isBroken(pod("a", Set.of(), Stage.ALIVE, Redirection.MISSING), AttachmentScope.NONE))
                .isTrue();
        assertThat(RepairPlan.isBroken(pod("a", Set.of(), Stage.ALIVE, Redirection.UNREFUTED), AttachmentScope.NONE))
                .isFalse();
        assertThat(RepairPlan.isBroken(pod("a", Set.of(), Stage.LEAVING, Redirection.MISSING), AttachmentScope.NONE))
                .isFalse();
    }

    @Test
    void nothingWaitsWhereAllIsWell() {
        var well = pod("web-1", Set.of("shop"), Stage.ALIVE, Redirection.UNREFUTED);

        assertThat(plan(List.of(well), RepairPace.NONE, START))
                .isEqualTo(new RepairPlan(Optional.empty(), Optional.empty(), List.of(), RepairPace.NONE));
    }

    @Test
    void anOwnerWaitsAMinuteAndHoldsUpNoOther() {
        var pace = RepairPace.NONE.taken("shop", WEB, START);
        var both = List.of(broken("a", "web"), broken("b", "other"));

        assertThat(plan(both, pace, START.plus(PAUSE))
                        .next()
                        .orElseThrow()
                        .pod()
                        .name())
                .isEqualTo("b");
        assertThat(plan(both.subList(0, 1), pace, START.plus(PAUSE)).later()).hasValue(MINUTE.minus(PAUSE));
        assertThat(plan(both.subList(0, 1), pace, START.plus(MINUTE)).next()).isPresent();
    }

    @Test
    void anyPodWaitsForThePauseAfterTheOneBefore() {
        var pace = RepairPace.NONE.taken("shop", WEB, START);

        var plan = plan(List.of(broken("a", "other")), pace, START.plus(PAUSE.dividedBy(4)));

        assertThat(plan.next()).isEmpty();
        assertThat(plan.later()).hasValue(PAUSE.dividedBy(4).multipliedBy(3));
        assertThat(plan(List.of(broken("a", "other")), pace, START.plus(PAUSE)).next())
                .isPresent();
    }

    @Test
    void whatIsTooOldToMatterIsForgotten() {
        var longest = RepairPace.LONGEST;
        var pace = RepairPace.NONE.taken("old", "old/a", START).taken("shop", "shop/b", START.plus(MINUTE));

        var later = plan(List.of(), pace, START.plus(longest).plus(PAUSE)).pace();

        assertThat(later.lastIn("old")).isEmpty();
        assertThat(later.next("old/a")).isEmpty();
        assertThat(later.lastIn("shop")).isPresent();
        assertThat(later.next("shop/b")).isPresent();
    }

    /** What was known of one whose turn came later than that was forgotten, and it began anew. */
    @Test
    void nothingIsForgottenOfAnOwnerWhosePodsAreStillSeen() {
        var waits = broken("shop", "web-1", "web");
        var pace = RepairPace.NONE.taken("shop", WEB, START);
        for (int refusal = 0; refusal < 4; refusal++) {
            pace = pace.refused(WEB);
        }
        for (var now = START; now.compareTo(START.plusHours(3)) < 0; now = now.plus(MINUTE)) {
            pace = plan(List.of(waits), pace, now).pace();
        }

        assertThat(pace.byOwner().get(WEB)).isEqualTo(new RepairPace.Attempt(START, 4));
        assertThat(pace.lastIn("shop")).hasValue(START);
    }

    /** Each of many owners may have its turn at once, and there are always more of them. */
    @Test
    void aNamespaceWithManyOwnersKeepsNoOtherWaiting() {
        var pace = RepairPace.NONE;
        var now = START;
        for (int number = 0; number < 3; number++) {
            pace = pace.taken("aaa", "aaa/owner-" + number, now);
            now = now.plus(PAUSE);
        }
        var pods = List.of(brokenIn("aaa", "one-more"), brokenIn("shop", "web"));

        var first = plan(pods, pace, now).next().orElseThrow();
        var second = plan(pods, pace.taken("shop", "shop/other", now), now.plus(PAUSE))
                .next()
                .orElseThrow();

        assertThat(first.pod().namespace()).isEqualTo("shop");
        assertThat(second.pod().namespace()).isEqualTo("aaa");
    }

    @Test
    void refusalsAreFollowedByLongerAndLongerPausesAndASuccessEndsThem() {
        var once = RepairPace.NONE.taken("shop", WEB, START).refused(WEB);
        var twice = once.taken("shop", WEB, START).refused(WEB);

        assertThat(once.next(WEB)).hasValue(START.plus(MINUTE.multipliedBy(2)));
        assertThat(twice.next(WEB)).hasValue(START.plus(MINUTE.multipliedBy(4)));
        var done = plan(List.of(broken("web-1", "web")), RepairPace.NONE, START)
                .next()
                .orElseThrow();
        assertThat(twice.taken("shop", WEB, START).succeeded(done, START).next(WEB))
                .hasValue(START.plus(MINUTE));
        assertThat(once.returned(WEB).next(WEB)).hasValue(START);
    }

    @Test
    void aPauseIsNeverLongerThanSixteenMinutes() {
        var pace = RepairPace.NONE.taken("shop", WEB, START);
        for (int refusal = 0; refusal < 4; refusal++) {
            pace = pace.refused(WEB);
        }

        assertThat(pace.next(WEB)).hasValue(START.plus(MINUTE.multipliedBy(16)));
        assertThat(pace.refused(WEB).next(WEB)).hasValue(START.plus(MINUTE.multipliedBy(16)));
        assertThat(pace.refused(WEB).returned(WEB).next(WEB)).hasValue(START);
    }

    /** A pod says the uid of its owner itself: one of another namespace had the owner of that uid wait, and be given up. */
    @Test
    void aPodThatSaysAnothersOwnerHoldsUpNoneOfItsPods() {
        var pods = List.of(broken("shop", "web-1", "web"));
        var claims = Replacement.of(broken("evil", "x", "web"), owner("web"), Newest.NONE);
        var pace =
                RepairPace.NONE.taken("evil", claims.descent().owner(), START).hopeless(claims, START);

        var plan = plan(pods, pace, START.plus(PAUSE));

        assertThat(plan.next().orElseThrow().pod()).isEqualTo(pods.getFirst());
    }

    @Test
    void onesWithoutOwnerAreLeft() {
        var nobodys = pod("bare", Set.of("shop"), Stage.ALIVE, Redirection.MISSING);

        var plan = plan(List.of(nobodys), RepairPace.NONE, START);

        assertThat(plan.next()).isEmpty();
        assertThat(plan.later()).isEmpty();
        assertThat(plan.left()).containsExactly(new Unhelped(nobodys, Why.NO_OWNER));
    }

    /** A pod of a Job with restartPolicy Never had ended before anything was done, and nothing told of it. */
    @Test
    void onesThatHaveEndedAreLeftWhateverTheirOwner() {
        var bare = pod("bare", Set.of("shop"), Stage.ENDED, Redirection.MISSING);
        var owned = owned("of-a-job", owner("Job", "job"), Place.UNKNOWN, Stage.ENDED);
        var well = pod("well", Set.of("shop"), Stage.ENDED, Redirection.UNREFUTED);

        var plan = plan(List.of(bare, owned, well), RepairPace.NONE, START);

        assertThat(plan.next()).isEmpty();
        assertThat(plan.left()).containsExactly(new Unhelped(bare, Why.ENDED), new Unhelped(owned, Why.ENDED));
    }

    @Test
    void aStaticPodIsLeft() {
        var mirror = new MeshPod(
                "shop",
                "web",
                "u",
                "1",
                Stage.ALIVE,
                Instant.EPOCH,
                Optional.empty(),
                Set.of("shop"),
                Redirection.MISSING,
                new Place("node", Optional.empty(), Instant.EPOCH, true),
                Optional.empty());

        assertThat(plan(List.of(mirror), RepairPace.NONE, START).left())
                .containsExactly(new Unhelped(mirror, Why.STATIC));
    }

    /** Pods of a node whose installer was not there yet were evicted, and scheduled to it again. */
    @Test
    void evictsNothingWhereTheInstallerIsNotReady() {
        var there = owned("there", owner("ReplicaSet", "a"), place("ready", 0), Stage.ALIVE);
        var elsewhere = owned("elsewhere", owner("ReplicaSet", "b"), place("starting", 0), Stage.ALIVE);
        var ready = new Installers.Ready(Map.of("ready", Instant.EPOCH));

        var plan = RepairPlan.of(
                new RepairPlan.Observed(List.of(elsewhere, there), SCOPE, ready), RepairPace.NONE, START, PAUSE);

        assertThat(plan.next().orElseThrow().pod()).isEqualTo(there);
        assertThat(plan.left()).containsExactly(new Unhelped(elsewhere, Why.INSTALLER_NOT_READY));
    }

    /** gVisor, Kata, a wrong iptables mode: 1,440 evictions of one owner's pods a day. */
    @ParameterizedTest
    @ValueSource(strings = {"ReplicaSet", "StatefulSet", "DaemonSet", "Job"})
    void doesNotEvictTheSuccessorsForEver(String kind) {
        var mesh = new HopelessMesh(List.of(owner(kind, "web")), PAUSE);

        mesh.run(Duration.ofHours(24));

        assertThat(mesh.evictions("web").stream().map(Duration::toMinutes)).containsExactly(0L, 2L, 6L, 14L, 30L);
        assertThat(mesh.left())
                .singleElement()
                .satisfies(unhelped -> assertThat(unhelped.why()).isEqualTo(Why.SUCCESSORS_ALIKE));
    }

    /** After half an hour it had forgotten what had become of the first, so that with so many owners it began anew for ever. */
    @ParameterizedTest
    @CsvSource({"400, 10", "40, 1", "1, 1"})
    void evictionsEndHoweverManyOwnersThereAre(int owners, int perMinute) {
        var mesh = new HopelessMesh(
                IntStream.range(0, owners)
                        .mapToObj(number -> owner("ReplicaSet", "web-" + number))
                        .toList(),
                MINUTE.dividedBy(perMinute));

        mesh.runUntilNothingWaits(Duration.ofDays(1));

        assertThat(mesh.left()).hasSize(owners);
        assertThat(mesh.evictions()).isEqualTo(5 * owners);
    }

    /** One minute a pod: with more than 32 nodes each was forgotten before it had its turn again. */
    @Test
    void evictionsOfADaemonSetEndHoweverManyNodesItHas() {
        var nodes = 50;
        var mesh = new HopelessMesh(Collections.nCopies(nodes, owner("DaemonSet", "agent")), PAUSE);

        mesh.runUntilNothingWaits(Duration.ofDays(1));

        assertThat(mesh.left()).hasSize(nodes);
        assertThat(mesh.evictions()).isEqualTo(5 * nodes);
    }

    /** Each run of a CronJob has a Job of its own, and began with five evictions. */
    @ParameterizedTest
    @ValueSource(strings = {"report-2938%1$04d", "hourly-173256%1$04d", "ci-build-x7k%2$c%2$c"})
    void theJobsOfACronJobAreOneLineage(String names) {
        var pace = RepairPace.NONE;
        var evicted = 0;
        var created = 0;
        for (int run = 0; run < RANDOM_LETTERS.length(); run++) {
            var name = String.format(Locale.ROOT, names, 22 + run, RANDOM_LETTERS.charAt(run));
            var job = new PodOwner("batch/v1", "Job", name, "uid-of-" + run);
            for (int minute = 0; minute < 10; minute++) {
                var now = START.plusHours(run).plusMinutes(minute);
                var pod = owned(name + "-" + created, job, place("node", created), Stage.ALIVE);
                var plan = plan(List.of(pod), pace, now);
                pace = plan.pace();
                if (plan.next().isPresent()) {
                    pace = evict(pace, plan.next().get(), now);
                    created++;
                    evicted++;
                }
            }
            created++;
        }

        assertThat(evicted).isEqualTo(Lineage.MOST_ALIKE);
    }

    /** They have no number of a run: what became of the one says nothing of the other. */
    @ParameterizedTest
    @CsvSource({
        "Job, migrate-users, migrate-roles",
        "StatefulSet, kafka-bcdf2, kafka-bcdf4",
        "ReplicaSet, web-6d4b75cb6d, web-7c9b8d6f55"
    })
    void differentOwnersAreDifferentLineages(String kind, String name, String other) {
        var group = kind.equals("Job") ? "batch/v1" : "apps/v1";
        var one = new PodOwner(group, kind, name, "u1");
        var two = new PodOwner(group, kind, other, "u2");
        var pod = broken("a", "web");

        assertThat(Descent.of(pod, one).lineage())
                .isNotEqualTo(Descent.of(pod, two).lineage());
    }

    /** Its pods had all been started in the gap; none of them is another one's successor. */
    @Test
    void manyPodsOfAnOwnerAreReplacedOneAMinuteWhereSuccessorsAreWell() {
        var pods = new ArrayList<MeshPod>();
        IntStream.range(0, 30)
                .forEach(number -> pods.add(
                        owned("web-" + number, owner("ReplicaSet", "web"), place("node", number), Stage.ALIVE)));
        var pace = RepairPace.NONE;
        var now = START;
        while (!pods.isEmpty()) {
            var next = plan(pods, pace, now).next().orElseThrow();
            pods.remove(next.pod());
            pace = evict(pace, next, now);
            now = now.plus(MINUTE);
        }

        assertThat(now).isEqualTo(START.plus(MINUTE.multipliedBy(30)));
    }

    /** A successor of a DaemonSet's pod comes to the node where that was: others may be helped. */
    @Test
    void aNodeThatNeverGetsWellEndsNoRepairOfTheDaemonSetElsewhere() {
        var daemonSet = owner("DaemonSet", "agent");
        var hopeless = owned("agent-1", daemonSet, place("bad", 7), Stage.ALIVE);
        var pace = RepairPace.NONE.hopeless(Replacement.of(hopeless, daemonSet, Newest.NONE), START);
        var other = owned("agent-2", daemonSet, place("good", 1), Stage.ALIVE);

        var plan = plan(List.of(hopeless, other), pace, START);

        assertThat(plan.next().orElseThrow().pod()).isEqualTo(other);
        assertThat(plan.left()).containsExactly(new Unhelped(hopeless, Why.SUCCESSORS_ALIKE));
    }

    /** Of each node one came before the installer was ready, and its successor was well: after five the rest was given up for good. */
    @Test
    void aRollingUpgradeOfNodesGivesNoOwnerUp() {
        var owner = owner("ReplicaSet", "web");
        var pace = RepairPace.NONE;
        var now = START;
        var ready = new HashMap<String, Instant>();
        for (int node = 0; node < 20; node++) {
            var pod = owned("web-" + node, owner, place("node-" + node, 240 * node), Stage.ALIVE);
            ready.put("node-" + node, pod.created().plusSeconds(20));
            var plan = plan(List.of(pod), new Installers.Ready(ready), pace, now);
            assertThat(plan.left()).isEmpty();
            pace = evict(plan.pace(), plan.next().orElseThrow(), now);
            now = now.plus(MINUTE.multipliedBy(4));
        }
    }

    /** It had waited for a node of the autoscaler's: its own kubelet took it on when the installer was ready already. */
    @Test
    void aPodCountsByWhenItsKubeletTookItOn() {
        var owner = owner("ReplicaSet", "web");
        var ready = new Installers.Ready(Map.of("new", Instant.ofEpochSecond(1_000_050)));
        var waited = new Place("new", Optional.empty(), Instant.ofEpochSecond(1_000_100), false);
        var known = new Lineage(START, 4, Instant.EPOCH, START.plusHours(1));
        var pod = owned("web-1", owner, Instant.ofEpochSecond(1_000_001), waited, Stage.ALIVE);
        var pace = RepairPace.NONE.known(Descent.of(pod, owner).lineage(), known);

        assertThat(plan(List.of(pod), ready, pace, START.plus(MINUTE)).left())
                .containsExactly(new Unhelped(pod, Why.SUCCESSORS_ALIKE));
    }

    /** One that tells nothing was seen last, and an older one that had been there before counted as its successor. */
    @Test
    void anOlderPodIsNobodysSuccessor() {
        var owner = owner("ReplicaSet", "web");
        var ready = new Installers.Ready(Map.of("old", Instant.EPOCH, "new", Instant.ofEpochSecond(2_000_000)));
        var older = owned("older", owner, place("old", 1), Stage.ALIVE);
        var newer = owned("newer", owner, place("new", 9), Stage.ALIVE);

        var first = plan(List.of(older, newer), ready, RepairPace.NONE, START);
        var pace = evict(first.pace(), Replacement.of(newer, owner, Newest.of(newer.created(), false)), START);
        var second = plan(List.of(older), ready, pace, START.plus(MINUTE));

        assertThat(second.next().orElseThrow().pod()).isEqualTo(older);
        assertThat(evict(second.pace(), second.next().get(), START).lineages().values())
                .singleElement()
                .satisfies(lineage -> assertThat(lineage.newest()).isEqualTo(newer.created()));
    }

    @Test
    void whatHappenedHoursAgoSaysNothingOfAPodThatFailsNow() {
        var pace = RepairPace.NONE;
        var now = START;
        for (int hour = 0; hour < 20; hour++) {
            var pod = owned("web-" + hour, owner("ReplicaSet", "web"), place("node-" + hour, hour), Stage.ALIVE);
            var plan = plan(List.of(pod), pace, now);
            pace = evict(plan.pace(), plan.next().orElseThrow(), now);
            now = now.plusHours(1);
        }

        assertThat(pace.lineages()).hasSize(1);
    }

    /** Of two that were left, a person deletes the newer one first: the older one had been evicted once more. */
    @Test
    void whatWasGivenUpStaysSoWhicheverOfItsPodsGoesFirst() {
        var owner = owner("ReplicaSet", "web");
        var older = owned("older", owner, place("node", 1), Stage.ALIVE);
        var newer = owned("newer", owner, place("node", 9), Stage.ALIVE);
        var evicted = Replacement.of(older, owner, Newest.of(older.created(), true));
        var known = new Lineage(START, 4, evicted.newest().created(), START.plusHours(1));
        var pace = RepairPace.NONE.known(evicted.descent().lineage(), known);

        var both = plan(List.of(older, newer), pace, START.plus(MINUTE));
        var one = plan(List.of(older), both.pace(), START.plus(MINUTE.multipliedBy(30)));

        assertThat(both.left()).hasSize(2);
        assertThat(one.next()).isEmpty();
        assertThat(one.left()).containsExactly(new Unhelped(older, Why.SUCCESSORS_ALIKE));
    }

    /** With as many namespaces as were forgotten in between, those at the end of the alphabet never had their turn. */
    @Test
    void noNamespaceWaitsForEverHoweverManyThereAre() {
        var served = new HashSet<String>();
        var pace = RepairPace.NONE;
        var now = START;
        for (int turn = 0; turn < 60; turn++) {
            var round = turn;
            var pods = IntStream.range(0, 30)
                    .mapToObj(number -> brokenIn("namespace-" + (10 + number), "owner-" + round))
                    .toList();
            var plan =
                    RepairPlan.of(new RepairPlan.Observed(pods, SCOPE, new Installers.OfAnother()), pace, now, MINUTE);
            var next = plan.next().orElseThrow();
            served.add(next.pod().namespace());
            pace = evict(plan.pace(), next, now);
            now = now.plus(MINUTE);
        }

        assertThat(served).hasSize(30);
    }

    /** Another leader reads it in an Event, which others may change. */
    @Test
    void whatIsKnownOfALineageIsReadAsItWasTold() {
        var known = new Lineage(START, 3, Instant.ofEpochSecond(1_000_000), START.plus(MINUTE));

        assertThat(Lineage.read(known.inAnnotations(), known.at(), known.until()))
                .hasValue(known);
        assertThat(Lineage.read(Map.of(), START, START)).isEmpty();
        assertThat(known.inAnnotations().keySet())
                .allSatisfy(name -> assertThat(Lineage.read(
                                changed(known.inAnnotations(), name, "none of ours"), known.at(), known.until()))
                        .isEmpty());
    }

    /** Whoever leads, and however often another one begins with what the Events tell. */
    @Test
    void inAStormThePauseAndEachOwnersMinuteAreKeptAndNoHealthyPodIsTouched() {
        property().forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var pods = new ArrayList<>(IntStream.range(0, 40)
                    .mapToObj(number -> any("pod-" + number, random))
                    .toList());
            var lastOfOwner = new HashMap<String, Duration>();
            Optional<Duration> last = Optional.empty();
            var pace = RepairPace.NONE;
            var now = START;
            for (int step = 0; step < 200; step++) {
                Collections.shuffle(pods, random);
                var plan = plan(pods, pace, now);
                if (plan.next().isPresent()) {
                    var pod = plan.next().get().pod();
                    var owner = plan.next().get().descent().owner();
                    assertThat(RepairPlan.isBroken(pod, SCOPE)).isTrue();
                    assertThat(last.map(PAUSE::plus).orElse(now)).isLessThanOrEqualTo(now);
                    assertThat(Optional.ofNullable(lastOfOwner.get(owner))
                                    .map(MINUTE::plus)
                                    .orElse(now))
                            .isLessThanOrEqualTo(now);
                    last = Optional.of(now);
                    lastOfOwner.put(owner, now);
                    pace = evict(plan.pace(), plan.next().get(), now);
                    pods.remove(pod);
                }
                now = plan.later().map(now::plus).orElse(now.plus(PAUSE));
                if (random.nextInt(10) == 0) {
                    pace = lastOfOwner.entrySet().stream()
                            .reduce(
                                    new RepairPace(last, Map.of(), Map.of(), Map.of()),
                                    (known, each) -> known.known(each.getKey(), each.getValue()),
                                    (one, _) -> one);
                }
            }
            assertThat(pods)
                    .noneMatch(pod ->
                            RepairPlan.isBroken(pod, SCOPE) && pod.owner().isPresent());
        });
    }

    private static RepairPlan plan(List<MeshPod> pods, RepairPace pace, Duration now) {
        return plan(pods, new Installers.OfAnother(), pace, now);
    }

    private static RepairPlan plan(List<MeshPod> pods, Installers installers, RepairPace pace, Duration now) {
        return RepairPlan.of(new RepairPlan.Observed(pods, SCOPE, installers), pace, now, PAUSE);
    }

    /** {@return what is known once that pod has been evicted} */
    static RepairPace evict(RepairPace pace, Replacement next, Duration now) {
        return pace.taken(next.pod().namespace(), next.descent().owner(), now).succeeded(next, now);
    }

    private static Map<String, String> changed(Map<String, String> all, String name, String value) {
        var changed = new HashMap<>(all);
        changed.put(name, value);
        return changed;
    }

    private static MeshPod any(String name, Random random) {
        return new MeshPod(
                "shop",
                name,
                "uid-" + name,
                "1",
                random.nextInt(10) < 7 ? Stage.ALIVE : oneOf(List.of(Stage.values()), random),
                Instant.EPOCH,
                Optional.of("owner-" + random.nextInt(8))
                        .filter(_ -> random.nextInt(5) > 0)
                        .map(RepairPlanTest::owner),
                random.nextInt(4) == 0 ? Set.of() : Set.of("shop"),
                random.nextInt(10) < 7 ? Redirection.MISSING : oneOf(List.of(Redirection.values()), random),
                Place.UNKNOWN,
                Optional.empty());
    }

    private static <T> T oneOf(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    private static MeshPod pod(String name, Set<String> attachments, Stage stage, Redirection redirection) {
        return new MeshPod(
                "shop",
                name,
                "uid-" + name,
                "1",
                stage,
                Instant.EPOCH,
                Optional.empty(),
                attachments,
                redirection,
                Place.UNKNOWN,
                Optional.empty());
    }

    private static MeshPod broken(String name, String owner) {
        return broken("shop", name, owner);
    }

    private static MeshPod brokenIn(String namespace, String owner) {
        return broken(namespace, owner + "-1", owner);
    }

    private static MeshPod broken(String namespace, String name, String owner) {
        return new MeshPod(
                namespace,
                name,
                "uid-" + name,
                "1",
                Stage.ALIVE,
                Instant.EPOCH,
                Optional.of(owner(owner)),
                Set.of(namespace),
                Redirection.MISSING,
                Place.UNKNOWN,
                Optional.empty());
    }

    private static MeshPod owned(String name, PodOwner owner, Place place, Stage stage) {
        return owned(name, owner, place.started(), place, stage);
    }

    private static MeshPod owned(String name, PodOwner owner, Instant created, Place place, Stage stage) {
        return new MeshPod(
                "shop",
                name,
                "uid-" + name,
                "1",
                stage,
                created,
                Optional.of(owner),
                Set.of("shop"),
                Redirection.MISSING,
                place,
                Optional.empty());
    }

    private static Place place(String node, int created) {
        var moment = Instant.ofEpochSecond(1_000_000 + created);
        return new Place(node, Optional.empty(), moment, false);
    }

    private static PodOwner owner(String uid) {
        return owner("ReplicaSet", uid);
    }

    private static PodOwner owner(String kind, String uid) {
        return new PodOwner("apps/v1", kind, uid, uid);
    }
}
