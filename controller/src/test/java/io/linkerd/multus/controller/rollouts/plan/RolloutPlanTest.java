// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import static io.linkerd.multus.controller.rollouts.plan.Sample.CHANGE;
import static io.linkerd.multus.controller.rollouts.plan.Sample.COMPLETE;
import static io.linkerd.multus.controller.rollouts.plan.Sample.CONTROL_PLANE;
import static io.linkerd.multus.controller.rollouts.plan.Sample.FAILED;
import static io.linkerd.multus.controller.rollouts.plan.Sample.GOING;
import static io.linkerd.multus.controller.rollouts.plan.Sample.NEXT_CHANGE;
import static io.linkerd.multus.controller.rollouts.plan.Sample.NEXT_REVISION;
import static io.linkerd.multus.controller.rollouts.plan.Sample.NOW;
import static io.linkerd.multus.controller.rollouts.plan.Sample.OLD;
import static io.linkerd.multus.controller.rollouts.plan.Sample.REVISION;
import static io.linkerd.multus.controller.rollouts.plan.Sample.atHand;
import static io.linkerd.multus.controller.rollouts.plan.Sample.auto;
import static io.linkerd.multus.controller.rollouts.plan.Sample.due;
import static io.linkerd.multus.controller.rollouts.plan.Sample.mode;
import static io.linkerd.multus.controller.rollouts.plan.Sample.restarted;
import static io.linkerd.multus.controller.rollouts.plan.Sample.seen;
import static io.linkerd.multus.controller.rollouts.plan.Sample.view;
import static io.linkerd.multus.controller.rollouts.plan.Sample.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.workloads.plan.Finding;
import io.linkerd.multus.controller.workloads.plan.Outdated;
import io.linkerd.multus.controller.workloads.plan.OutdatedReason;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec.Mode;
import io.linkerd.multus.values.windows.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RolloutPlanTest {
    private static final Workload WEB = due("shop", "web");
    private static final Workload CART = due("shop", "cart");
    private static final Workload BANK = due("bank", "desk");

    @Test
    void aWorkloadIsAnnouncedAndRestartedWithBothAnnotationsAndNoMore() {
        var plan = RolloutPlan.of(view(auto(1, 1), List.of(), WEB));

        assertThat(plan.atHand()).containsExactly(atHand(WEB));
        assertThat(plan.actions())
                .containsExactly(new RolloutAction.Restart(WEB, new RolloutMark(CHANGE, REVISION), NOW));
        assertThat(new RolloutMark(CHANGE, REVISION).annotations(NOW.plusNanos(5)))
                .containsOnly(
                        Map.entry("kubectl.kubernetes.io/restartedAt", "2026-11-28T02:30:00Z"),
                        Map.entry("multus.linkerd.io/rolled-out-for", CHANGE.text() + ".7-0a1b2c3d"));
        assertThat(plan.progress().reason()).isEqualTo(RolloutReason.ROLLING);
    }

    @Test
    void noMoreThanAskedForAreAtHandInAllAndInANamespace() {
        assertThat(names(auto(1, 1), WEB, CART, BANK)).containsExactly("desk");
        assertThat(names(auto(3, 1), WEB, CART, BANK)).containsExactly("desk", "cart");
        assertThat(names(auto(2, 2), WEB, CART, BANK)).containsExactly("desk", "cart");
        assertThat(names(auto(9, 9), WEB, CART, BANK)).containsExactly("desk", "cart", "web");
        assertThat(RolloutPlan.of(view(auto(9, 9), List.of(atHand(WEB)), WEB)).atHand())
                .as("at hand once")
                .hasSize(1);
    }

    @Test
    void theNextOneWaitsUntilTheOneAtHandIsRolledOut() {
        var rolling = restarted(CART, REVISION, GOING);
        var done = with(restarted(CART, REVISION, COMPLETE), Outdated.NO);

        var waiting = RolloutPlan.of(view(auto(1, 1), List.of(atHand(CART)), rolling, WEB));
        assertThat(waiting.atHand()).containsExactly(seen(CART));
        assertThat(waiting.actions()).isEmpty();
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(atHand(CART)), done, WEB))
                        .atHand())
                .containsExactly(atHand(WEB));
    }

    /** The leader was killed between the status and the workload. */
    @Test
    void whatWasAnnouncedAndNotDoneIsDoneByTheNextLeader() {
        var plan = RolloutPlan.of(view(auto(1, 1), List.of(atHand(WEB)), CART, WEB));

        assertThat(plan.actions()).extracting(RolloutAction::workload).containsExactly(WEB);
        // Another status, so that a third leader with an older view cannot write its own meanwhile.
        assertThat(plan.atHand()).containsExactly(AtHand.of(WEB, false, 2));
    }

    /** What a restart did not cure, another one for the same change would not cure either. */
    @Test
    void aWorkloadIsNotRestartedTwiceForOneChange() {
        var stillOld = restarted(WEB, REVISION, COMPLETE);

        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(), stillOld)).atHand())
                .isEmpty();
        assertThat(RolloutPlan.of(Sample.of(view(auto(1, 1), List.of(), stillOld), NEXT_REVISION))
                        .atHand())
                .isEmpty();
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(), with(stillOld, NEXT_CHANGE)))
                        .atHand())
                .hasSize(1);
    }

    static Stream<Workload> notOurs() {
        return Stream.of(
                with(WEB, RolloutOptIn.SILENT),
                with(WEB, RolloutOptIn.OUT),
                with(WEB, RolloutOptIn.NAMESPACE_OUT),
                with(WEB, RestartWay.PAUSED),
                with(WEB, RestartWay.DEPLOYMENT_CONFIG),
                with(WEB, RestartWay.ARGO_ROLLOUT),
                with(WEB, RestartWay.JOB),
                with(WEB, RestartWay.BARE_POD),
                with(WEB, RestartWay.OTHER_OWNER),
                with(
                        WEB,
                        Outdated.of(List.of(List.of(
                                new Finding(OutdatedReason.INJECTED_BY_HAND, "linkerd inject --manual", false))))));
    }

    @ParameterizedTest
    @MethodSource("notOurs")
    void whatDidNotOptInOrIsOfNoKindOfOursIsToldAndLeftAlone(Workload workload) {
        var plan = RolloutPlan.of(view(auto(1, 1), List.of(), workload));

        assertThat(plan.atHand()).isEmpty();
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.progress().reason()).isEqualTo(RolloutReason.NOTHING_TO_RESTART);
        assertThat(plan.progress().left().first()).containsExactly("Deployment shop/web");
        assertThat(RolloutNotices.outdated(workload).message()).contains("It is left alone: ");
    }

    @Test
    void aWorkloadThatIsNotWellIsPassedOverAndTheNextIsRestarted() {
        assertThat(names(auto(1, 1), with(CART, GOING), WEB)).containsExactly("web");
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(), with(CART, FAILED)))
                        .progress()
                        .reason())
                .isEqualTo(RolloutReason.WAITING_FOR_WORKLOADS);
    }

    @Test
    void theFirstFailureStopsAllUntilItsPodsAreAvailable() {
        var failed = restarted(CART, REVISION, FAILED);
        var plan = RolloutPlan.of(view(auto(3, 3), List.of(atHand(CART)), failed, WEB, BANK));

        assertThat(plan.atHand()).containsExactly(seen(CART));
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.progress().reason()).isEqualTo(RolloutReason.FAILED);
        assertThat(plan.progress().message())
                .contains("Deployment shop/cart exceeded its progress deadline: 1 of 3 pods updated");
        assertThat(plan.progress().failed().first()).containsExactly("Deployment shop/cart");
        var well = restarted(CART, REVISION, COMPLETE);
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(atHand(CART)), well, WEB))
                        .atHand())
                .containsExactly(atHand(WEB));
    }

    /** It was passed over, and the next one begun, since the failure was one of an earlier spec. */
    @ParameterizedTest
    @EnumSource(Mode.class)
    void offAndThenAutoAgainPassesNoUnwellWorkloadOver(Mode between) {
        var failed = restarted(CART, REVISION, FAILED);
        for (var mode : List.of(between, Mode.AUTO)) {
            for (var one : List.of(restarted(CART, REVISION, GOING), failed)) {
                var plan =
                        RolloutPlan.of(Sample.of(view(mode(mode), List.of(seen(CART)), one, WEB, BANK), NEXT_REVISION));
                assertThat(plan.atHand()).containsExactly(seen(CART));
                assertThat(plan.actions()).isEmpty();
                assertThat(plan.progress().reason())
                        .isEqualTo(one.equals(failed) ? RolloutReason.FAILED : RolloutReason.ROLLING);
            }
        }
    }

    @Test
    void aFailedWorkloadThatOptsOutStopsNoOther() {
        var failed = restarted(CART, REVISION, FAILED);

        for (var optIn : List.of(RolloutOptIn.OUT, RolloutOptIn.SILENT)) {
            assertThat(RolloutPlan.of(view(auto(1, 1), List.of(seen(CART)), with(failed, optIn), WEB))
                            .atHand())
                    .containsExactly(atHand(WEB));
        }
    }

    /** Another change came while nothing could begin: the bad pods are there still, and the next one was begun. */
    @Test
    void aFailedWorkloadThatWaitsForABetterChangeIsTheFirstToGetIt() {
        var failed = with(restarted(CART, REVISION, FAILED), NEXT_CHANGE);
        var others = with(BANK, NEXT_CHANGE);

        var off = RolloutPlan.of(view(mode(Mode.OFF), List.of(seen(CART)), failed, others));
        assertThat(off.atHand()).containsExactly(seen(CART));
        assertThat(off.actions()).isEmpty();
        assertThat(off.progress().reason()).isEqualTo(RolloutReason.OFF);
        assertThat(off.progress().message()).contains("Deployment bank/desk, Deployment shop/cart");
        var on = RolloutPlan.of(view(auto(1, 1), off.atHand(), failed, others));
        assertThat(on.actions()).extracting(RolloutAction::workload).containsExactly(failed);
        assertThat(RolloutPlan.of(view(auto(1, 1), off.atHand(), with(failed, Outdated.NO), others))
                        .atHand())
                .as("nothing of it is to be cured by a restart")
                .containsExactly(atHand(others));
    }

    @Test
    void aFailedWorkloadThatWaitsLeavesTheControlPlaneRoomAndIsNextAfterIt() {
        var failed = with(restarted(CART, REVISION, FAILED), NEXT_CHANGE);
        var identity = with(CONTROL_PLANE.getFirst(), OLD);
        var spec = new RolloutSpec(Mode.AUTO, 1, 1, true, Duration.ZERO, Optional.empty());
        var others = List.of(CONTROL_PLANE.get(1), CONTROL_PLANE.get(2), failed, with(BANK, NEXT_CHANGE));

        var first = RolloutPlan.of(rolling(spec, List.of(seen(CART)), identity, others));
        assertThat(first.atHand()).containsExactly(seen(CART), atHand(identity));
        assertThat(first.progress().message()).isEqualTo("Being restarted: Deployment linkerd/linkerd-identity.");
        var going = restarted(identity, REVISION, GOING);
        assertThat(RolloutPlan.of(rolling(spec, first.atHand(), going, others)).actions())
                .isEmpty();
        var done = with(restarted(identity, REVISION, COMPLETE), Outdated.NO);
        assertThat(RolloutPlan.of(rolling(spec, first.atHand(), done, others)).actions())
                .extracting(RolloutAction::workload)
                .containsExactly(failed);
    }

    /** More than the schema lets a status hold is refused as a whole, and nothing would be done any more. */
    @Test
    void noMoreAreAtHandThanAStatusHolds() {
        var failed = IntStream.range(0, 100)
                .mapToObj(number -> with(restarted(due("shop", "w" + number), REVISION, FAILED), NEXT_CHANGE))
                .toList();
        var controlPlane = CONTROL_PLANE.stream().map(one -> with(one, OLD)).toList();
        var all = Stream.of(controlPlane, failed, List.of(WEB, CART))
                .flatMap(List::stream)
                .toList();
        var spec = new RolloutSpec(Mode.AUTO, 100, 100, true, Duration.ZERO, Optional.empty());

        var view = new RolloutView(
                spec,
                REVISION,
                all,
                failed.stream().map(one -> seen(with(one, CHANGE))).toList(),
                NOW);
        assertThat(RolloutPlan.of(view).atHand()).hasSize(101);
    }

    /** With a hundred at once and twenty that are skipped a status of more than it holds was refused, at each look. */
    @Test
    void whatIsSkippedTakesNoMoreThanAStatusHoldsAndLeavesTheControlPlaneRoom() {
        var going = IntStream.range(0, 130)
                .mapToObj(number -> restarted(due("shop", "w" + number), REVISION, GOING))
                .toList();
        var held = going.stream().limit(100).map(Sample::seen).toList();
        var stalled = held.stream().limit(30).map(AtHand::uid).collect(Collectors.toSet());
        var controlPlane = CONTROL_PLANE.stream().map(one -> with(one, OLD)).toList();
        var waiting = IntStream.range(0, 100)
                .mapToObj(number -> due("bank", "d" + number))
                .toList();
        var spec = new RolloutSpec(Mode.AUTO, 100, 100, true, Duration.ZERO, Optional.empty());

        var before = new RolloutView(spec, REVISION, all(List.of(CONTROL_PLANE, going, waiting)), held, NOW);
        assertThat(RolloutPlan.of(before.remembering(Sample.remembered(Set.of(), stalled, Map.of())))
                        .atHand())
                .hasSize(100);
        var planes = new RolloutView(spec, REVISION, all(List.of(controlPlane, going, waiting)), held, NOW);
        var plan = RolloutPlan.of(planes.remembering(Sample.remembered(Set.of(), stalled, Map.of())));
        assertThat(plan.atHand()).hasSizeLessThanOrEqualTo(101);
        assertThat(plan.actions()).extracting(RolloutAction::workload).containsExactly(controlPlane.getFirst());
    }

    private static List<Workload> all(List<List<Workload>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }

    /** The next was restarted the moment the pods of one were ready, and one that failed a minute later had been followed by four others. */
    @Test
    void whatIsWellKeepsItsPlaceForThePause() {
        var spec = new RolloutSpec(Mode.AUTO, 1, 1, false, Duration.ofMinutes(5), Optional.empty());
        var done = with(restarted(CART, REVISION, COMPLETE), Outdated.NO);
        var view = view(spec, List.of(seen(CART)), done, WEB, BANK, due("bank", "loans"));
        var until = NOW.plusSeconds(90);
        var resting = view.remembering(
                Sample.remembered(Set.of(), Set.of(), Map.of(CART.subject().uid(), until)));

        var plan = RolloutPlan.of(resting);
        assertThat(plan.atHand()).containsExactly(seen(CART));
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.again()).contains(until);
        assertThat(plan.progress().reason()).isEqualTo(RolloutReason.ROLLING);
        assertThat(plan.progress().message())
                .contains("has to be until 2026-11-28T02:31:30Z before the next takes its place: Deployment shop/cart.")
                .contains("The pauses of the rest take 15 min at least.");

        assertThat(RolloutPlan.of(view).actions())
                .extracting(RolloutAction::workload)
                .containsExactly(BANK);
    }

    @Test
    void whatRestsForAChangeIsLetGoForTheNextOrWhenItOptsOut() {
        var done = restarted(CART, REVISION, COMPLETE);
        var resting =
                Sample.remembered(Set.of(), Set.of(), Map.of(CART.subject().uid(), NOW.plusSeconds(90)));

        for (var one : List.of(with(done, NEXT_CHANGE), with(done, RolloutOptIn.OUT))) {
            assertThat(RolloutPlan.of(view(auto(1, 1), List.of(seen(CART)), with(one, Outdated.NO), BANK)
                                    .remembering(resting))
                            .actions())
                    .extracting(RolloutAction::workload)
                    .containsExactly(BANK);
        }
    }

    /** They came by their names: one with a thousand workloads kept one with three waiting for days. */
    @Test
    void namespacesComeInTurn() {
        var many = IntStream.range(0, 100)
                .mapToObj(number -> due("a", "w" + number))
                .toList();
        var restarted = many.subList(0, 3).stream()
                .map(one -> with(restarted(one, REVISION, COMPLETE), Outdated.NO))
                .toList();
        var all = all(
                List.of(restarted, many.subList(3, 100), List.of(due("b", "one"), due("b", "two"), due("c", "one"))));

        var begun = RolloutPlan.of(view(auto(6, 6), List.of(), all.toArray(Workload[]::new)))
                .atHand();

        assertThat(begun)
                .extracting(one -> one.namespace() + "/" + one.name())
                .containsExactly("b/one", "c/one", "b/two", "a/w10", "a/w11", "a/w12");
    }

    /** What had got no further for long was skipped for the very change that cures it. */
    @Test
    void whatIsStalledIsRestartedForTheNextChangeAndWhatIsDeniedIsNot() {
        var stuck = with(restarted(CART, REVISION, GOING), NEXT_CHANGE);
        var uid = Set.of(stuck.subject().uid());
        var view = view(auto(1, 1), List.of(seen(CART)), stuck, with(WEB, NEXT_CHANGE));

        assertThat(RolloutPlan.of(view.remembering(Sample.remembered(Set.of(), uid, Map.of())))
                        .actions())
                .extracting(RolloutAction::workload)
                .contains(stuck);
        var denied = RolloutPlan.of(view.remembering(Sample.remembered(uid, Set.of(), Map.of())));
        assertThat(denied.actions()).extracting(RolloutAction::workload).containsExactly(with(WEB, NEXT_CHANGE));
        assertThat(denied.atHand()).contains(seen(CART));
    }

    /** Its controller waits for that pod before it looks at the corrected template (kubernetes/kubernetes#67250), and all others waited with it. */
    @Test
    void aStatefulSetsPodThatAnEarlierChangeBrokeIsEvicted() {
        var earlier = Optional.of(new RolloutMark(NEXT_CHANGE, REVISION));
        var present = Optional.of(new RolloutMark(CHANGE, REVISION));
        var broken = new OwnedPod("db-2", "db-2", false, true, false, earlier);
        var leaving = new OwnedPod("db-3", "db-3", false, true, true, earlier);
        var serving = new OwnedPod("db-1", "db-1", true, true, false, earlier);
        var starting = new OwnedPod("db-3", "db-3", false, true, false, present);
        var fresh = new OwnedPod("db-3", "db-3", true, false, false, present);
        var foreign = new OwnedPod("db-0", "db-0", false, true, false, Optional.empty());
        var stuck = waiting(3, Duration.ofMinutes(5));

        assertThat(evicted(stuck, serving, broken, fresh, foreign)).containsExactly("db-2");
        assertThat(evicted(stuck, serving, broken, leaving)).as("one is going").isEmpty();
        assertThat(evicted(stuck, serving, broken, starting))
                .as("one is starting")
                .isEmpty();
        assertThat(evicted(waiting(3, Duration.ofMinutes(4)), serving, broken, fresh))
                .as("it may only be starting")
                .isEmpty();
        assertThat(evicted(waiting(2, Duration.ofMinutes(5)), serving, broken, fresh))
                .as("below the partition it would come back as it was")
                .isEmpty();
        var out = with(restarted(due("data", "db"), REVISION, stuck), RolloutOptIn.OUT);
        assertThat(evicted(with(out, CHANGE, out.mark(), stuck, List.of(broken))))
                .isEmpty();
    }

    private static RolloutCounts waiting(int toUpdate, Duration since) {
        return new RolloutCounts(true, false, 3, toUpdate, 1, 2, 3, false, Optional.of(NOW.minus(since)));
    }

    private static List<String> evicted(RolloutCounts counts, OwnedPod... pods) {
        var db = restarted(due("data", "db"), REVISION, counts);
        return evicted(with(db, CHANGE, db.mark(), counts, List.of(pods)));
    }

    /** It held its place for ever: each moment in which it was well was progress, and it was neither failed nor skipped. */
    @Test
    void whatIsWellAgainAndAgainAndDoesNotStaySoHasFailed() {
        for (var counts : List.of(COMPLETE, GOING)) {
            var flapping = with(restarted(CART, REVISION, counts), Outdated.NO);
            var view = view(auto(1, 1), List.of(seen(CART)), flapping, BANK);
            var remembered = new RolloutView.Remembered(
                    Set.of(),
                    Set.of(),
                    Map.of(CART.subject().uid(), NOW.plusSeconds(60)),
                    Set.of(CART.subject().uid()),
                    Map.of(),
                    Map.of());

            var plan = RolloutPlan.of(view.remembering(remembered));
            assertThat(plan.actions()).isEmpty();
            assertThat(plan.progress().reason()).isEqualTo(RolloutReason.FAILED);
            assertThat(plan.progress().message())
                    .contains("Deployment shop/cart was well again and again, and did not stay so.");

            var cured = view(auto(1, 1), List.of(seen(CART)), with(restarted(CART, REVISION, counts), NEXT_CHANGE));
            assertThat(RolloutPlan.of(cured.remembering(remembered)).actions())
                    .as("another change may be the remedy")
                    .hasSize(1);
        }
    }

    /** Two tenants' namespaces changed their annotations after each restart, and came first each time. */
    @Test
    void aNamespaceThatIsOutdatedAgainAndAgainWaitsForItsTurn() {
        var remembered =
                new RolloutView.Remembered(Set.of(), Set.of(), Map.of(), Set.of(), Map.of("a", 7, "c", 7), Map.of());
        var completed = new Workload[] {done("x", "w"), done("y", "w"), due("a", "w"), due("b", "w"), due("c", "w")};
        var none = new Workload[] {due("a", "w"), due("b", "1"), due("b", "2"), due("c", "w")};

        for (var workloads : List.of(completed, none)) {
            var view = view(auto(1, 1), List.of(), workloads);
            assertThat(begunIn(view)).containsExactly("a");
            assertThat(begunIn(view.remembering(remembered))).containsExactly("b");
        }
    }

    private static List<String> begunIn(RolloutView view) {
        return RolloutPlan.of(view).actions().stream()
                .map(action -> action.workload().subject().namespace())
                .toList();
    }

    /** With turns for all, none had completed until almost all had, and one failure stopped everybody meanwhile. */
    @Test
    void theSmallestNamespacesCompleteFirst() {
        var large =
                IntStream.range(0, 5).mapToObj(number -> due("a", "w" + number)).toList();
        var all =
                all(List.of(large, List.of(due("m", "1"), due("m", "2"), due("m", "3"), due("z", "1"), due("z", "2"))));
        var view = view(auto(5, 5), List.of(), all.toArray(Workload[]::new));

        assertThat(RolloutPlan.of(view).atHand())
                .extracting(one -> one.namespace() + "/" + one.name())
                .containsExactly("m/1", "z/1", "m/2", "z/2", "m/3");
    }

    /** Two with one workload that crashes held both places of the smallest, and nothing completed. */
    @Test
    void aNamespaceThatCannotBeginIsNoneOfTheFirst() {
        var all = List.of(
                with(due("a", "1"), GOING),
                with(due("b", "1"), GOING),
                due("c", "1"),
                due("c", "2"),
                due("d", "1"),
                due("d", "2"),
                due("e", "1"),
                due("e", "2"),
                due("e", "3"));

        assertThat(RolloutPlan.of(view(auto(4, 4), List.of(), all.toArray(Workload[]::new)))
                        .atHand())
                .extracting(one -> one.namespace() + "/" + one.name())
                .containsExactly("c/1", "d/1", "c/2", "d/2");
    }

    /** A pod that was not ready for a moment took its namespace out of those that had completed, and the rollouts of all stopped for it. */
    @Test
    void whatHasCompletedStaysSoWhileNothingOfItFails() {
        var failed = restarted(CART, REVISION, FAILED);
        var moment = with(restarted(due("a", "w"), REVISION, GOING), Outdated.NO);
        var view = view(auto(1, 1), List.of(seen(CART)), done("b", "w"), moment, failed, BANK);
        assertThat(RolloutPlan.of(view).actions()).isEmpty();

        var remembered =
                new RolloutView.Remembered(Set.of(), Set.of(), Map.of(), Set.of(), Map.of(), Map.of("a", CHANGE));
        assertThat(RolloutPlan.of(view.remembering(remembered)).actions())
                .extracting(RolloutAction::workload)
                .containsExactly(BANK);
        var other =
                new RolloutView.Remembered(Set.of(), Set.of(), Map.of(), Set.of(), Map.of(), Map.of("a", NEXT_CHANGE));
        assertThat(RolloutPlan.of(view.remembering(other)).actions()).isEmpty();
    }

    /** Whoever may edit a workload wrote a moment that does not come, and it had failed for ever. */
    @Test
    void aRestartOfAnotherCenturyIsNoRecentOne() {
        for (var moment : List.of(NOW.plus(Duration.ofDays(36_500)), NOW.minus(Duration.ofHours(3)))) {
            var failed = Sample.at(restarted(CART, REVISION, FAILED), moment);
            assertThat(RolloutPlan.of(view(auto(1, 1), List.of(), failed, BANK)).actions())
                    .hasSize(1);
        }
        var recent = Sample.at(restarted(CART, REVISION, FAILED), NOW.minus(Duration.ofMinutes(90)));
        var plan = RolloutPlan.of(view(auto(1, 1), List.of(), recent, BANK));
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.again()).as("it counts no more").contains(NOW.plus(Duration.ofMinutes(30)));
    }

    /** Which failure stops whom; docs/linkerdconfig.md has the same table. */
    @Test
    void afterTwoNamespacesHaveCompletedAFailureStopsItsNamespaceAndThreeStopAll() {
        var one = done("a", "w");
        var two = done("b", "w");
        var failed = restarted(CART, REVISION, FAILED);
        var shop = List.of(failed, WEB);

        assertThat(begun(List.of(List.of(one), shop, List.of(BANK)))).isEmpty();
        assertThat(begun(List.of(List.of(one, two, due("b", "v")), shop, List.of(BANK))))
                .as("one of them has more to restart")
                .isEmpty();
        assertThat(begun(List.of(List.of(one, two), shop, List.of(BANK)))).containsExactly(BANK);
        var others = List.of(restarted(due("c", "w"), REVISION, FAILED), restarted(due("d", "w"), REVISION, FAILED));
        assertThat(begun(List.of(List.of(one, two), shop, others.subList(0, 1), List.of(BANK))))
                .containsExactly(BANK);
        assertThat(begun(List.of(List.of(one, two), shop, others, List.of(BANK))))
                .isEmpty();
        assertThat(begun(List.of(List.of(one, two), List.of(Sample.unmeshed(failed, 1)), List.of(BANK))))
                .isEmpty();
    }

    @Test
    void aNamespaceThatIsStoppedIsToldBesideWhatGoesOn() {
        var failed = restarted(CART, REVISION, FAILED);
        var completed = Stream.of(done("a", "w"), done("b", "w"));
        var last = Stream.of(failed, WEB);
        var view = view(
                auto(1, 1), List.of(seen(CART)), Stream.concat(completed, last).toArray(Workload[]::new));

        var stopped = RolloutPlan.of(view).progress();
        assertThat(stopped.reason()).isEqualTo(RolloutReason.FAILED);
        assertThat(stopped.message())
                .startsWith(
                        "Stopped in namespace shop, since others have completed: after its restart Deployment shop/cart");
        var going = RolloutPlan.of(
                        view(auto(1, 1), List.of(seen(CART)), done("a", "w"), done("b", "w"), failed, WEB, BANK))
                .progress();
        assertThat(going.reason()).isEqualTo(RolloutReason.ROLLING);
        assertThat(going.message())
                .startsWith("Being restarted: Deployment bank/desk.")
                .endsWith("in the namespaces of those that failed: Deployment shop/cart.");
        assertThat(going.failed().first()).containsExactly("Deployment shop/cart");
    }

    private static Workload done(String namespace, String name) {
        return with(restarted(due(namespace, name), REVISION, COMPLETE), Outdated.NO);
    }

    /** What a plan restarts beside those; the failed ones are at hand. */
    private static List<Workload> begun(List<List<Workload>> workloads) {
        var all = all(workloads);
        var held = all.stream()
                .filter(one -> one.progress(NOW) instanceof Progress.Failed)
                .map(Sample::seen)
                .toList();
        return RolloutPlan.of(view(auto(1, 1), held, all.toArray(Workload[]::new))).actions().stream()
                .map(RolloutAction::workload)
                .toList();
    }

    /** Its owner gave it a bad image hours later, and all rollouts of the cluster stopped. */
    @Test
    void whatFailsLongAfterItsRestartStopsNobody() {
        var failed = restarted(CART, REVISION, FAILED);

        assertThat(names(auto(1, 1), Sample.at(failed, NOW.minus(Duration.ofHours(3))), BANK))
                .containsExactly("desk");
        assertThat(names(auto(1, 1), Sample.at(failed, NOW.minus(Duration.ofHours(1))), BANK))
                .isEmpty();
    }

    /** The data plane waits for it, and was said to go on meanwhile. */
    @Test
    void aControlPlaneThatIsSkippedIsSaidToBeWaitedFor() {
        var identity = with(CONTROL_PLANE.getFirst(), OLD);
        var spec = new RolloutSpec(Mode.AUTO, 1, 1, true, Duration.ZERO, Optional.empty());
        var view = rolling(spec, List.of(), identity, List.of(CONTROL_PLANE.get(1), CONTROL_PLANE.get(2), WEB));

        var plan = RolloutPlan.of(
                view.remembering(Sample.remembered(Set.of(identity.subject().uid()), Set.of(), Map.of())));
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.progress().reason()).isEqualTo(RolloutReason.WORKLOADS_SKIPPED);
        assertThat(plan.progress().message())
                .contains("Deployment linkerd/linkerd-identity")
                .endsWith("no other workload is restarted before it.");
        var restart = new RolloutAction.Restart(identity, new RolloutMark(CHANGE, REVISION), NOW);
        for (var notice : List.of(
                RolloutNotices.refused(restart, "no"), RolloutNotices.skipped(identity, Duration.ofMinutes(30)))) {
            assertThat(notice.message()).endsWith("no other workload is restarted before it.");
        }
    }

    private static RolloutView rolling(
            RolloutSpec spec, List<AtHand> atHand, Workload identity, List<Workload> others) {
        return new RolloutView(
                spec,
                REVISION,
                Stream.concat(Stream.of(identity), others.stream()).toList(),
                atHand,
                NOW);
    }

    /** A person took the bad version back: the pods that crash have it still. */
    @Test
    void anotherChangeRestartsTheFailedOneThoughItIsNotWell() {
        var failed = with(restarted(CART, REVISION, FAILED), NEXT_CHANGE);

        var plan = RolloutPlan.of(view(auto(1, 1), List.of(atHand(CART)), failed, WEB));
        assertThat(plan.atHand()).containsExactly(AtHand.of(failed, true, 2));
        assertThat(plan.actions()).extracting(RolloutAction::workload).containsExactly(failed);
        // The leader is killed before the restart.
        assertThat(RolloutPlan.of(view(auto(1, 1), plan.atHand(), failed, WEB)).actions())
                .isEqualTo(plan.actions());
    }

    /** It was let go when the better version came, since injectors did not have that yet, and was passed over from then on as one that is not well. */
    @Test
    void theFailedOneIsRestartedForABetterChangeThatInjectorsGetLater() {
        var failed = with(restarted(BANK, REVISION, FAILED), NEXT_CHANGE);
        var asking = Hindrance.ofAll(RolloutReason.WAITING_FOR_INJECTORS, "They are asked.");

        var waiting = RolloutPlan.of(Sample.of(view(auto(1, 1), List.of(seen(BANK)), failed, WEB), List.of(asking)));
        assertThat(waiting.actions()).isEmpty();
        assertThat(waiting.progress().reason()).isEqualTo(RolloutReason.WAITING_FOR_INJECTORS);
        assertThat(waiting.progress().due().count()).isEqualTo(2);
        assertThat(waiting.progress().atHand().count()).isZero();

        var plan = RolloutPlan.of(view(auto(1, 1), waiting.atHand(), failed, WEB));
        assertThat(plan.atHand()).containsExactly(AtHand.of(failed, true, 1));
        assertThat(plan.actions()).extracting(RolloutAction::workload).containsExactly(failed);
    }

    /** A leader with an old view announced it once more; its restart met a conflict. */
    @Test
    void whatAnotherLeaderIsRestartingStaysAtHandThoughItWasAnnouncedForAnEarlierChange() {
        var rolling = restarted(with(WEB, NEXT_CHANGE), REVISION, GOING);

        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(atHand(WEB)), rolling, CART))
                        .atHand())
                .containsExactly(seen(rolling));
    }

    /** Its owner rolls it out, and the mark that it has is of a rollout that is over. */
    @Test
    void whatWasAnnouncedAndIsNotWellMeanwhileMakesRoomForTheNext() {
        var rolled = with(restarted(WEB, REVISION, GOING), NEXT_CHANGE);

        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(atHand(rolled)), rolled, CART))
                        .atHand())
                .containsExactly(atHand(CART));
    }

    /** By kubectl rollout undo, or by a tool that replaces the whole template each few minutes. */
    @Test
    void aRestartThatAnotherWriterTakesBackIsNotRepeatedAndToldInstead() {
        var plan = RolloutPlan.of(view(auto(3, 3), List.of(seen(WEB)), WEB, CART));

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.atHand()).containsExactly(seen(WEB));
        assertThat(plan.progress().reason()).isEqualTo(RolloutReason.FAILED);
        assertThat(plan.progress().message()).contains("Deployment shop/web was set back after its restart");
        assertThat(plan.again()).isEmpty();

        var cured = with(WEB, Outdated.NO);
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(seen(WEB)), cured, CART))
                        .atHand())
                .containsExactly(atHand(CART));
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(seen(WEB)), with(WEB, RolloutOptIn.OUT)))
                        .atHand())
                .isEmpty();
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(seen(WEB)), with(WEB, NEXT_CHANGE)))
                        .actions())
                .hasSize(1);
        assertThat(RolloutPlan.of(view(mode(Mode.OFF), List.of(seen(WEB)), WEB)).atHand())
                .isEmpty();
    }

    @Test
    void aDeploymentThatIsPausedInTheMiddleIsSaidToBeWaitedFor() {
        var paused = new RolloutCounts(true, true, 3, 3, 1, 2, 3, false, Optional.empty());
        var plan = RolloutPlan.of(view(auto(1, 1), List.of(seen(WEB)), restarted(WEB, REVISION, paused), CART));

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.progress().message())
                .endsWith("Paused, so that nothing goes on until it is resumed: Deployment shop/web.");
    }

    /** The right was taken away, or the trust root was replaced. */
    @Test
    void evictionsPauseWhileAnythingHindersThem() {
        var marked = Optional.of(new RolloutMark(CHANGE, REVISION));
        var rolling =
                with(with(WEB, RestartWay.EVICTION), CHANGE, marked, evictedAtRest(1), List.of(pod("web-0", true)));
        var view = view(auto(1, 1), List.of(seen(rolling)), rolling);

        assertThat(RolloutPlan.of(view).actions()).hasSize(1);
        var hindered = RolloutPlan.of(Sample.of(view, List.of(Hindrance.rightsMissing())));
        assertThat(hindered.actions()).isEmpty();
        assertThat(hindered.atHand()).containsExactly(seen(rolling));
    }

    /** Its owner's status may be of the moment before, and a pod that is not ready is no reason to take another away. */
    @Test
    void ofPodsThatAreNotReadyOneAtATimeIsEvictedOnceTheOwnerHasLooked() {
        var marked = Optional.of(new RolloutMark(CHANGE, REVISION));
        var set = with(WEB, RestartWay.EVICTION);
        var starting = new RolloutCounts(true, false, 2, 0, 0, 1, 2, false, Optional.empty());
        var unseen = new RolloutCounts(false, false, 2, 0, 0, 1, 2, false, Optional.empty());
        var pods = List.of(pod("web-0", true), pod("web-1", false));
        var leaving = new OwnedPod("web-2", "web-2", false, true, true, Optional.empty());

        assertThat(evicted(with(set, CHANGE, marked, starting, pods))).containsExactly("web-1");
        assertThat(evicted(with(set, CHANGE, marked, unseen, pods))).isEmpty();
        assertThat(evicted(with(set, CHANGE, marked, starting, List.of(pod("web-1", false), leaving))))
                .isEmpty();
    }

    /** It was made for the change before, and is outdated again. */
    @Test
    void aPodThatAnEarlierRolloutMadeIsEvictedForTheNextChange() {
        var marked = Optional.of(new RolloutMark(CHANGE, REVISION));
        var earlier =
                new OwnedPod("web-0", "web-0", true, true, false, Optional.of(new RolloutMark(NEXT_CHANGE, REVISION)));

        assertThat(evicted(with(with(WEB, RestartWay.EVICTION), CHANGE, marked, evictedAtRest(1), List.of(earlier))))
                .containsExactly("web-0");
    }

    @Test
    void evictionsEndWhereALabelSaysNoInTheMiddle() {
        var marked = Optional.of(new RolloutMark(CHANGE, REVISION));
        var rolling =
                with(with(WEB, RestartWay.EVICTION), CHANGE, marked, evictedAtRest(1), List.of(pod("web-0", true)));

        assertThat(evicted(with(rolling, RolloutOptIn.SILENT))).containsExactly("web-0");
        assertThat(evicted(with(rolling, RolloutOptIn.OUT))).isEmpty();
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(seen(WEB)), with(rolling, RolloutOptIn.OUT)))
                        .atHand())
                .isEmpty();
    }

    @Test
    void offEndsARolloutAfterTheWorkloadAtHand() {
        var rolling = restarted(CART, REVISION, GOING);

        var plan = RolloutPlan.of(view(mode(Mode.OFF), List.of(atHand(CART)), rolling, WEB));
        assertThat(plan.atHand()).containsExactly(seen(CART));
        assertThat(plan.actions()).isEmpty();
        assertThat(RolloutPlan.of(view(mode(Mode.OFF), List.of(atHand(WEB)), WEB))
                        .atHand())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Mode.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
    void nothingIsRestartedUnlessItIsAskedFor(Mode mode) {
        var plan = RolloutPlan.of(view(mode(mode), List.of(), WEB, CART));

        assertThat(plan.atHand()).isEmpty();
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.progress().message()).contains("Deployment shop/cart, Deployment shop/web");
    }

    @Test
    void outsideOfTheWindowNothingBeginsAndThePlanSaysWhenItWill() {
        var window = Window.read("0 4 * * 6", "PT1H", "UTC").orElse(reason -> {
            throw new AssertionError(reason);
        });
        var spec = new RolloutSpec(Mode.AUTO, 1, 1, false, Duration.ZERO, Optional.of(window));

        var closed = RolloutPlan.of(view(spec, List.of(), WEB));
        assertThat(closed.actions()).isEmpty();
        assertThat(closed.progress().reason()).isEqualTo(RolloutReason.WAITING_FOR_WINDOW);
        assertThat(closed.progress().message())
                .isEqualTo("Waiting for the window, which opens at 2026-11-28T04:00:00Z.");
        assertThat(closed.again()).hasValue(Instant.parse("2026-11-28T04:00:00Z"));
        assertThat(RolloutPlan.of(Sample.later(view(spec, List.of(), WEB), Duration.ofMinutes(90)))
                        .actions())
                .hasSize(1);
    }

    @Test
    void aHindranceKeepsAllAndIsTold() {
        var hindrance = Hindrance.rightsMissing();
        var plan = RolloutPlan.of(Sample.of(view(auto(1, 1), List.of(atHand(WEB)), WEB), List.of(hindrance)));

        assertThat(plan.atHand()).isEmpty();
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.progress().reason().word()).isEqualTo("RolloutRightsMissing");
        assertThat(plan.progress().message()).isEqualTo(hindrance.message());
    }

    @Test
    void theControlPlaneIsRestartedInItsOrderBeforeAnyOther() {
        var spec = new RolloutSpec(Mode.AUTO, 9, 9, true, Duration.ZERO, Optional.empty());
        var atHand = List.<AtHand>of();
        var states = new ArrayList<>(
                CONTROL_PLANE.stream().map(one -> with(one, OLD)).toList());
        for (int number = 0; number < states.size(); number++) {
            var expected = states.get(number);
            var plan = RolloutPlan.of(controlPlane(spec, atHand, states));
            assertThat(plan.actions()).extracting(RolloutAction::workload).containsExactly(expected);

            states.set(number, restarted(expected, REVISION, GOING));
            assertThat(RolloutPlan.of(controlPlane(spec, plan.atHand(), states)).actions())
                    .isEmpty();

            states.set(number, with(restarted(expected, REVISION, COMPLETE), Outdated.NO));
            atHand = plan.atHand();
        }
        assertThat(RolloutPlan.of(controlPlane(spec, atHand, states)).actions())
                .extracting(RolloutAction::workload)
                .containsExactly(WEB);
    }

    @Test
    void theControlPlaneIsLeftAloneUnlessItIsAskedFor() {
        var states = CONTROL_PLANE.stream().map(one -> with(one, OLD)).toList();

        assertThat(RolloutPlan.of(controlPlane(auto(9, 9), List.of(), states)).actions())
                .extracting(RolloutAction::workload)
                .containsExactly(WEB);
    }

    /** Its namespace keeps Linkerd's webhooks away, as Linkerd makes it; a label of it has no part in this. */
    @Test
    void whatIsToldOfTheControlPlaneNamesTheSettingForItAndNotTheLabelsOfItsNamespace() {
        var identity = with(with(CONTROL_PLANE.getFirst(), OLD), RolloutOptIn.NAMESPACE_OUT);

        assertThat(RolloutNotices.outdated(identity).message())
                .contains("rollouts.controlPlane")
                .doesNotContain("admission-webhooks");
        assertThat(RolloutNotices.outdated(with(identity, RolloutOptIn.OUT)).message())
                .contains("reconcile=disabled");
    }

    /** New pods would start unmeshed, or never become ready. */
    @Test
    void withoutAWholeControlPlaneNothingIsRestarted() {
        var rolling = new ArrayList<>(CONTROL_PLANE);
        rolling.set(2, with(CONTROL_PLANE.get(2), GOING));

        assertThat(RolloutPlan.of(controlPlane(auto(1, 1), List.of(), rolling))
                        .progress()
                        .reason())
                .isEqualTo(RolloutReason.CONTROL_PLANE_NOT_AVAILABLE);
        assertThat(RolloutPlan.of(controlPlane(auto(1, 1), List.of(), CONTROL_PLANE.subList(0, 2)))
                        .actions())
                .isEmpty();
    }

    /** It is complete: none is wanted, and none is there. New pods would start unmeshed. */
    @Test
    void withAnInjectorOfNoReplicasNothingIsRestarted() {
        var none = new RolloutCounts(true, false, 0, 0, 0, 0, 0, false, Optional.empty());
        var scaled = new ArrayList<>(CONTROL_PLANE);
        scaled.set(2, with(CONTROL_PLANE.get(2), none));

        var plan = RolloutPlan.of(controlPlane(auto(1, 1), List.of(), scaled));
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.progress().reason()).isEqualTo(RolloutReason.CONTROL_PLANE_NOT_AVAILABLE);
    }

    /** A LinkerdConfig that is made again has nothing at hand. */
    @Test
    void aFailedWorkloadWithTheMarkOfThePresentChangeStopsAllWhoeverHadItAtHand() {
        var failed = restarted(CART, REVISION, FAILED);

        var plan = RolloutPlan.of(Sample.of(view(auto(3, 3), List.of(), failed, WEB, BANK), NEXT_REVISION));
        assertThat(plan.actions()).isEmpty();
        assertThat(plan.progress().reason()).isEqualTo(RolloutReason.FAILED);
        assertThat(plan.progress().failed().first()).containsExactly("Deployment shop/cart");
        assertThat(names(auto(1, 1), with(failed, RolloutOptIn.OUT), WEB)).containsExactly("web");
        assertThat(names(auto(1, 1), with(failed, NEXT_CHANGE), WEB)).containsExactly("web");
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(), failed, with(WEB, Outdated.NO)))
                        .progress()
                        .reason())
                .as("there is nothing to stop")
                .isNotEqualTo(RolloutReason.FAILED);
    }

    @Test
    void podsOfAnOnDeleteSetAreEvictedOneByOneAndNoneTwice() {
        var before = with(WEB, RestartWay.EVICTION);
        var marked = Optional.of(new RolloutMark(CHANGE, REVISION));
        var both = evictedAtRest(2);
        var first = with(before, CHANGE, marked, both, List.of(pod("web-1", true), pod("web-0", true)));

        assertThat(evicted(first)).containsExactly("web-0");
        var leaving = new OwnedPod("web-0", "web-0", true, true, true, Optional.empty());
        assertThat(evicted(with(first, CHANGE, marked, both, List.of(leaving, pod("web-1", true)))))
                .isEmpty();
        var made = new OwnedPod("web-0", "web-0-again", true, true, false, marked);
        assertThat(evicted(with(first, CHANGE, marked, GOING, List.of(made, pod("web-1", true)))))
                .isEmpty();
        assertThat(evicted(with(first, CHANGE, marked, both, List.of(made, pod("web-1", true)))))
                .containsExactly("web-1");
        var done = with(first, CHANGE, marked, both, List.of(made, made));
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(atHand(done)), done)).atHand())
                .isEmpty();
    }

    /** The StatefulSet's controller had not yet seen that the pod was gone, and the next workload was restarted beside it. */
    @Test
    void aStatusThatLagsBehindAnEvictionLetsNoOtherPodAndNoOtherWorkloadGo() {
        var marked = Optional.of(new RolloutMark(CHANGE, REVISION));
        var all = evictedAtRest(2);
        var made = new OwnedPod("web-0", "web-0-again", true, false, false, marked);
        var starting = new OwnedPod("web-1", "web-1-again", false, false, false, marked);
        var set = with(WEB, RestartWay.EVICTION);

        assertThat(evicted(with(set, CHANGE, marked, all, List.of(pod("web-1", true)))))
                .isEmpty();
        for (var pods : List.of(List.of(made), List.of(made, starting))) {
            var last = with(set, CHANGE, marked, all, pods);
            var plan = RolloutPlan.of(view(auto(1, 1), List.of(atHand(last)), last, BANK));
            assertThat(plan.atHand()).extracting(AtHand::name).containsExactly("web");
            assertThat(plan.actions()).isEmpty();
        }
    }

    @Test
    void evictionsEndWhereTheNewPodsDoNotBecomeReady() {
        var counts =
                new RolloutCounts(true, false, 3, 0, 3, 2, 3, false, Optional.of(NOW.minus(RolloutCounts.PATIENCE)));
        var stuck = with(
                with(WEB, RestartWay.EVICTION),
                CHANGE,
                Optional.of(new RolloutMark(CHANGE, REVISION)),
                counts,
                List.of(pod("web-1", true)));

        assertThat(evicted(stuck)).isEmpty();
        var unready = with(stuck, CHANGE, stuck.mark(), counts, List.of(pod("web-1", false)));
        assertThat(evicted(unready)).as("nothing more is done to it").isEmpty();
        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(atHand(stuck)), stuck, BANK))
                        .progress()
                        .reason())
                .isEqualTo(RolloutReason.FAILED);
    }

    /** It would hold up all others for as long as the budget allows nothing. */
    @Test
    void aWorkloadWhosePodsMayNotBeEvictedNowIsPassedOver() {
        var held = Sample.with(with(CART, RestartWay.EVICTION), Set.of(Caution.NO_DISRUPTION_ALLOWED));

        assertThat(names(auto(1, 1), held, WEB)).containsExactly("web");
        var begun = restarted(held, REVISION, COMPLETE);
        var rolling = with(begun, CHANGE, begun.mark(), evictedAtRest(1), List.of(pod("cart-0", true)));
        var waiting = RolloutPlan.of(view(auto(1, 1), List.of(atHand(rolling)), rolling));
        assertThat(waiting.actions())
                .as("no request that will be refused, nor an Event about it")
                .isEmpty();
        assertThat(waiting.progress().message())
                .endsWith("A PodDisruptionBudget allows no eviction now of: Deployment shop/cart.");
    }

    /** The control plane is what it waits for. */
    @Test
    void aHindranceOfTheOthersDoesNotHideThatTheControlPlaneIsRestarted() {
        var hindrance = new Hindrance(RolloutReason.IDENTITY_NOT_RESTARTED, "not yet", false);
        var spec = new RolloutSpec(Mode.AUTO, 1, 1, true, Duration.ZERO, Optional.empty());
        var states = CONTROL_PLANE.stream().map(one -> with(one, OLD)).toList();

        var plan = RolloutPlan.of(Sample.of(controlPlane(spec, List.of(), states), List.of(hindrance)));
        assertThat(plan.actions()).extracting(RolloutAction::workload).containsExactly(states.getFirst());
        assertThat(plan.progress().reason()).isEqualTo(RolloutReason.ROLLING);
        assertThat(RolloutPlan.of(Sample.of(view(auto(1, 1), List.of(), WEB), List.of(hindrance)))
                        .progress()
                        .message())
                .isEqualTo("not yet");
    }

    @Test
    void theStatusStaysSmallHoweverManyWorkloadsThereAre() {
        var many = IntStream.range(0, 3_000)
                .mapToObj(number -> due("shop", "web-" + number))
                .toArray(Workload[]::new);
        var progress = RolloutPlan.of(view(mode(Mode.DRY_RUN), List.of(), many)).progress();

        assertThat(progress.outdated().count()).isEqualTo(3_000);
        assertThat(progress.outdated().first()).hasSize(FirstNames.NAMED);
        assertThat(progress.toString().length()).isLessThan(4_000);
    }

    @Test
    void quietIsUpToDate() {
        var plan = RolloutPlan.of(view(auto(1, 1), List.of(), with(WEB, Outdated.NO)));

        assertThat(plan.progress().reason()).isEqualTo(RolloutReason.UP_TO_DATE);
        assertThat(plan.again()).isEmpty();
    }

    private static List<String> evicted(Workload workload) {
        return RolloutPlan.of(view(auto(1, 1), List.of(atHand(workload)), workload)).actions().stream()
                .map(action -> ((RolloutAction.Evict) action).pod().name())
                .toList();
    }

    private static OwnedPod pod(String name, boolean ready) {
        return new OwnedPod(name, name, ready, true, false, Optional.empty());
    }

    private static List<String> names(RolloutSpec spec, Workload... workloads) {
        return RolloutPlan.of(view(spec, List.of(), workloads)).atHand().stream()
                .map(AtHand::name)
                .toList();
    }

    /** The status of one whose pods are evicted, when all are available. */
    private static RolloutCounts evictedAtRest(int pods) {
        return new RolloutCounts(true, false, pods, 0, 0, pods, pods, false, Optional.empty());
    }

    private static RolloutView controlPlane(RolloutSpec spec, List<AtHand> atHand, List<Workload> states) {
        return new RolloutView(
                spec, REVISION, Stream.concat(states.stream(), Stream.of(WEB)).toList(), atHand, NOW);
    }
}
