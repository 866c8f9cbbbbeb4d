// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.reach.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReachStateTest {
    private static final WebhookPods PODS =
            new WebhookPods(new Subject("apps/v1", "Deployment", "mesh", "mesh-webhook", "u"), 8443, false);
    private static final ReachLook ANSWERED = new ReachLook.Answered();
    private static final ReachLook MISSED = new ReachLook.Missed(PODS);
    private static final ReachLook UNCLEAR = new ReachLook.Unclear("it is being rolled out");
    private static final ReachLook AWAY = new ReachLook.Away("there is no webhook");
    private static final Reach UNKNOWN = new Reach.Unknown();
    private static final Reach NOT_SEEN = new Reach.NotSeen("it is being rolled out");
    private static final Reach GONE = new Reach.NotSeen("there is no webhook");
    private static final Reach REACHED = new Reach.Reached();
    private static final Reach UNREACHED = new Reach.Unreached(PODS);

    private record Case(String name, List<ReachLook> looks, Reach reach) {}

    private static final List<Case> CASES = List.of(
            new Case("nothing was looked at", List.of(), UNKNOWN),
            new Case("one answer", List.of(ANSWERED), REACHED),
            new Case("an accident at the start", List.of(MISSED, MISSED), UNKNOWN),
            new Case("an accident later", List.of(ANSWERED, MISSED, MISSED), REACHED),
            new Case("two accidents", List.of(ANSWERED, MISSED, MISSED, ANSWERED, MISSED, MISSED), REACHED),
            new Case("no accident", List.of(ANSWERED, MISSED, MISSED, MISSED), UNREACHED),
            new Case("never reached", List.of(MISSED, MISSED, MISSED, MISSED), UNREACHED),
            new Case("reached again", List.of(MISSED, MISSED, MISSED, ANSWERED), REACHED),
            new Case("nothing can be seen for a moment", List.of(UNCLEAR, UNCLEAR), UNKNOWN),
            new Case("nothing can be seen", List.of(UNCLEAR, UNCLEAR, UNCLEAR, UNCLEAR), NOT_SEEN),
            new Case("a rollout between", List.of(ANSWERED, MISSED, UNCLEAR, MISSED), REACHED),
            new Case("a rollout after each", List.of(ANSWERED, MISSED, UNCLEAR, MISSED, UNCLEAR, MISSED), UNREACHED),
            new Case("still not reached", List.of(MISSED, MISSED, MISSED, UNCLEAR, MISSED), UNREACHED),
            new Case("still reached, as far as is known", List.of(ANSWERED, UNCLEAR, UNCLEAR), REACHED),
            new Case("not known to be reached any more", List.of(ANSWERED, UNCLEAR, UNCLEAR, UNCLEAR), NOT_SEEN),
            new Case("not known to be out of reach any more", closedThen(UNCLEAR, UNCLEAR, UNCLEAR), NOT_SEEN),
            new Case("all replicas are down", List.of(ANSWERED, AWAY), GONE),
            new Case("webhook.enabled=false", closedThen(AWAY), GONE),
            new Case("for one reason after the other", List.of(AWAY, UNCLEAR, UNCLEAR, UNCLEAR), GONE),
            new Case("back, and an accident", List.of(AWAY, MISSED, MISSED), GONE),
            new Case("back, and out of reach", List.of(AWAY, MISSED, MISSED, MISSED), UNREACHED),
            new Case("back", List.of(AWAY, ANSWERED), REACHED));

    private static List<ReachLook> closedThen(ReachLook... looks) {
        return Stream.concat(Stream.of(MISSED, MISSED, MISSED), Stream.of(looks))
                .toList();
    }

    /** What was known stayed for ever: 1 while all replicas were down, and a warning about a webhook that had been taken off. */
    @Test
    void knowsByLooksInARow() {
        assertThat(CASES)
                .allSatisfy(each ->
                        assertThat(after(each.looks()).reach()).as(each.name()).isEqualTo(each.reach()));
    }

    @Test
    void countsWhatIsLookedAtAgainSoon() {
        assertThat(after(List.of(MISSED, MISSED))).isEqualTo(new ReachState(UNKNOWN, 2, 0, Optional.empty()));
        assertThat(after(List.of(MISSED, UNCLEAR))).isEqualTo(new ReachState(UNKNOWN, 1, 1, Optional.empty()));
        assertThat(after(List.of(UNCLEAR, AWAY))).isEqualTo(new ReachState(GONE, 0, 2, Optional.empty()));
        assertThat(after(List.of(UNCLEAR, ANSWERED))).isEqualTo(new ReachState(REACHED, 0, 0, Optional.empty()));
    }

    private static ReachState after(List<ReachLook> looks) {
        var state = ReachState.NONE;
        for (var look : looks) {
            state = state.after(look);
        }
        return state;
    }

    @Test
    void tellsOfAWayThatIsClosedAndOfOneThatIsOpenAgain() {
        assertThat(ReachNotices.of(UNREACHED)).hasValueSatisfying(notice -> {
            assertThat(notice.weight()).isEqualTo(Notice.Weight.WARNING);
            assertThat(notice.subject()).isEqualTo(PODS.deployment());
            assertThat(notice.message()).contains("8443 of its pods", "webhook.hostNetwork=true");
        });
        assertThat(ReachNotices.of(new Reach.Unreached(new WebhookPods(PODS.deployment(), 9443, true))))
                .hasValueSatisfying(notice -> assertThat(notice.message())
                        .contains("9443 of the nodes")
                        .doesNotContain("webhook.hostNetwork"));
        assertThat(ReachNotices.of(REACHED)).isEmpty();
        assertThat(ReachNotices.of(UNKNOWN)).isEmpty();
        assertThat(ReachNotices.of(NOT_SEEN)).isEmpty();
    }

    /** The Event that said so was lost where it could not be written at once, and where a rollout lay between. */
    @Test
    void takesBackWhatWasSaidUntilThatIsDone() {
        var again = after(closedThen(AWAY, UNCLEAR, ANSWERED, ANSWERED));

        assertThat(ReachNotices.takingBack(again)).hasValueSatisfying(notice -> {
            assertThat(notice.weight()).isEqualTo(Notice.Weight.NORMAL);
            assertThat(notice.subject()).isEqualTo(PODS.deployment());
        });
        assertThat(ReachNotices.takingBack(again.takenBack().after(ANSWERED))).isEmpty();
        assertThat(ReachNotices.takingBack(after(closedThen(AWAY)))).isEmpty();
        assertThat(ReachNotices.takingBack(after(List.of(UNCLEAR, ANSWERED)))).isEmpty();
        assertThat(ReachNotices.takingBack(after(closedThen(ANSWERED, MISSED, MISSED, MISSED))))
                .isEmpty();
    }

    /** Equal notices are one Event: a message that counted would be another one each time. */
    @Test
    void whatIsToldStaysTheSameWhileTheCauseDoes() {
        var told = after(closedThen());

        assertThat(ReachNotices.of(told.after(MISSED).after(UNCLEAR).reach())).isEqualTo(ReachNotices.of(told.reach()));
    }
}
