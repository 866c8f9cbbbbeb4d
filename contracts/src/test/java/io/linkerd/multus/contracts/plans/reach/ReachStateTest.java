// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.reach;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReachStateTest {
    private static final WebhookPods PODS =
            new WebhookPods(new Subject("apps/v1", "Deployment", "mesh", "mesh-webhook", "u"), 8443, false);
    private static final ReachLook ANSWERED = new ReachLook.Answered();
    private static final ReachLook MISSED = new ReachLook.Missed(PODS);
    private static final ReachLook UNCLEAR = new ReachLook.Unclear("no replica is ready");
    private static final Reach UNKNOWN = new Reach.Unknown();
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
            new Case("nothing can be seen", List.of(UNCLEAR, UNCLEAR, UNCLEAR, UNCLEAR), UNKNOWN),
            new Case("a rollout between", List.of(ANSWERED, MISSED, MISSED, UNCLEAR, MISSED), REACHED),
            new Case("still not reached", List.of(MISSED, MISSED, MISSED, UNCLEAR, MISSED), UNREACHED),
            new Case("still reached, as far as is known", List.of(ANSWERED, UNCLEAR, UNCLEAR), REACHED));

    @Test
    void knowsByLooksInARow() {
        assertThat(CASES).allSatisfy(each -> {
            var state = ReachState.NONE;
            for (var look : each.looks()) {
                state = state.after(look);
            }
            assertThat(state.reach()).as(each.name()).isEqualTo(each.reach());
        });
    }

    @Test
    void countsWhatIsLookedAtAgainSoon() {
        assertThat(ReachState.NONE.after(MISSED).after(MISSED)).isEqualTo(new ReachState(UNKNOWN, 2, 0));
        assertThat(ReachState.NONE.after(MISSED).after(UNCLEAR)).isEqualTo(new ReachState(UNKNOWN, 0, 1));
        assertThat(ReachState.NONE.after(UNCLEAR).after(UNCLEAR)).isEqualTo(new ReachState(UNKNOWN, 0, 2));
        assertThat(ReachState.NONE.after(UNCLEAR).after(ANSWERED)).isEqualTo(new ReachState(REACHED, 0, 0));
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

        assertThat(ReachNotices.ofChange(UNREACHED, REACHED))
                .hasValueSatisfying(notice -> assertThat(notice.weight()).isEqualTo(Notice.Weight.NORMAL));
        assertThat(ReachNotices.ofChange(UNKNOWN, REACHED)).isEmpty();
        assertThat(ReachNotices.ofChange(REACHED, UNREACHED)).isEmpty();
    }

    /** Equal notices are one Event: a message that counted would be another one each time. */
    @Test
    void whatIsToldStaysTheSameWhileTheCauseDoes() {
        var told = ReachState.NONE.after(MISSED).after(MISSED).after(MISSED);

        assertThat(ReachNotices.of(told.after(MISSED).after(UNCLEAR).reach())).isEqualTo(ReachNotices.of(told.reach()));
    }
}
