// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.linkerdconfig.plan.ConditionType;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition;
import io.linkerd.multus.controller.linkerdconfig.plan.EnforcementState;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectorVerification;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedValues;
import io.linkerd.multus.controller.linkerdconfig.plan.Refusal;
import io.linkerd.multus.controller.linkerdconfig.plan.ValuesWrite;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationStatus;
import io.linkerd.multus.controller.linkerdconfig.plan.WrittenText;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinkerdConfigStateTest {
    private static final InjectionProbeResult BEFORE = new InjectionProbeResult.Injected("old");
    private static final ValuesWrite WRITE = new ValuesWrite("new text", "100", "old text", List.of("proxy.logLevel"));
    private static final LinkerdConfigSpec SPEC = LinkerdConfigSpec.of(new LinkerdConfig(
            "mesh", ValueTree.Members.of(Map.of("configMap", new ValueTree.Text("another-config"))), true));
    private static final LinkerdConfigState WRITTEN =
            LinkerdConfigState.FIRST.reconciling(SPEC).written(WRITE, BEFORE, 0);

    private static LinkerdConfigPlan plan(ConfigCondition.Status broken) {
        return plan(broken, VerificationStatus.WAITING);
    }

    private static LinkerdConfigPlan plan(ConfigCondition.Status broken, VerificationStatus verification) {
        return new LinkerdConfigPlan(
                Optional.empty(),
                List.of(new ConfigCondition(ConditionType.INJECTION_BROKEN, broken, "Reason", "message")),
                Optional.of(List.of()),
                new EnforcementState(7, 2, "", Refusal.NONE, new WrittenText("d1", verification), Optional.empty()),
                "Reason",
                List.of());
    }

    private static Optional<String> previous(LinkerdConfigState state) {
        return state.verification().flatMap(InjectorVerification::previous);
    }

    @Test
    void remembersWhatWasWrittenOver() {
        assertThat(WRITTEN.lastWritten()).isEqualTo("100");
        assertThat(previous(WRITTEN)).contains("old text");
        assertThat(WRITTEN.toString()).as("may be secret").doesNotContain("old text");
    }

    @Test
    void aTextThatCannotBeReadForAWhileIsNotForgotten() {
        assertThat(WRITTEN.verified(new ObservedValues.Unreadable("no right"), Optional.empty()))
                .isEqualTo(WRITTEN);
        assertThat(WRITTEN.verified(new ObservedValues.Missing(), Optional.empty())
                        .verification())
                .isEmpty();
    }

    /** It may be there all the same: only this process knows what was before. */
    @Test
    void aWriteWithoutAnAnswerIsVerifiedOnce() {
        var perhaps = LinkerdConfigState.FIRST.perhapsWritten(WRITE, BEFORE, 0);

        assertThat(previous(perhaps)).contains("old text");
        assertThat(perhaps.lastWritten()).as("it is not known to be there").isEmpty();
        assertThat(WRITTEN.perhapsWritten(WRITE, BEFORE, 9))
                .as("the text was there already")
                .isEqualTo(WRITTEN);
    }

    @Test
    void whatHasEndedIsForgottenOnceTheStatusSaysIt() {
        assertThat(WRITTEN.statusWritten()).isEqualTo(WRITTEN);

        var ended = LinkerdConfigState.FIRST.written(WRITE, new InjectionProbeResult.NotInjected(), 0);
        var judged = ended.verification().map(now -> now.judged(0));
        var told = ended.verified(new ObservedValues.There("new text", "101", Optional.empty()), judged)
                .planned(plan(ConfigCondition.Status.UNKNOWN, VerificationStatus.NOT_ASKED))
                .statusWritten();

        assertThat(told.verification()).isEmpty();
        assertThat(told.lastWritten()).isEqualTo("100");
    }

    /** The ConfigMap could not be read in between, so the status still says that the injectors are asked. */
    @Test
    void whatHasEndedIsRememberedUntilTheStatusSaysIt() {
        var ended = LinkerdConfigState.FIRST.written(WRITE, new InjectionProbeResult.NotInjected(), 0);
        var judged = ended.verification().map(now -> now.judged(0));

        var unread = ended.verified(new ObservedValues.There("new text", "101", Optional.empty()), judged)
                .verified(new ObservedValues.Unreadable("no right"), Optional.empty())
                .planned(plan(ConfigCondition.Status.UNKNOWN))
                .statusWritten();

        assertThat(unread.verification()).isEqualTo(judged);
    }

    /** Rollouts waited for injectors that nothing was to be learnt from. */
    @Test
    void aWriteThatIsRejectedLeavesNothingToVerify() {
        var rejected =
                LinkerdConfigState.FIRST.planned(planToWrite()).statusWritten().notWritten("no right");

        assertThat(rejected.reported()).isEqualTo(VerificationStatus.NONE);
        assertThat(rejected.written(WRITE, BEFORE, 0).reported()).isEqualTo(VerificationStatus.WAITING);
    }

    private static LinkerdConfigPlan planToWrite() {
        var plan = plan(ConfigCondition.Status.FALSE);
        return new LinkerdConfigPlan(
                Optional.of(WRITE), plan.conditions(), plan.differences(), plan.after(), plan.reason(), List.of());
    }

    @Test
    void aTextThatWasPutBackIsNotAskedAbout() {
        assertThat(WRITTEN.putBack().verification()).isEmpty();
        assertThat(WRITTEN.putBack().lastWritten()).isEqualTo("100");
    }

    @Test
    void saysWhyAWriteWasRefusedUntilThereIsNothingToWrite() {
        var refused = WRITTEN.notWritten("no right");

        assertThat(refused.notWritten()).isEqualTo("no right");
        assertThat(refused.inPlace()).isEqualTo(WRITTEN);
    }

    @Test
    void showsWhatALookCameTo() {
        var planned = WRITTEN.planned(plan(ConfigCondition.Status.TRUE));

        assertThat(planned.reported()).isEqualTo(VerificationStatus.WAITING);
        assertThat(planned.metrics()).isEqualTo(new LinkerdConfigMetrics(0, 1, 2));
        assertThat(WRITTEN.planned(plan(ConfigCondition.Status.FALSE)).metrics())
                .isEqualTo(new LinkerdConfigMetrics(0, 0, 2));
        assertThat(WRITTEN.planned(plan(ConfigCondition.Status.UNKNOWN)).metrics())
                .isEqualTo(new LinkerdConfigMetrics(0, Double.NaN, 2));
        assertThat(planned.withoutMetrics().metrics()).isEqualTo(LinkerdConfigMetrics.NONE);
        assertThat(planned.withoutMetrics().reported()).isEqualTo(VerificationStatus.WAITING);
    }

    /** Should it lead again, it knows by the version what it wrote, and looks once more for an entry of its own. */
    @Test
    void aLeaderThatEndsRemembersWhatItWrote() {
        var ended = WRITTEN.planned(plan(ConfigCondition.Status.TRUE)).ended();

        assertThat(ended.lastWritten()).isEqualTo("100");
        assertThat(ended.verification()).isEqualTo(WRITTEN.verification());
        assertThat(ended.metrics()).isEqualTo(LinkerdConfigMetrics.NONE);
        assertThat(ended.unfinished()).isEqualTo(LinkerdConfigState.FIRST.unfinished());
    }

    @Test
    void withoutALinkerdConfigTheConfigMapAloneIsRemembered() {
        var none = WRITTEN.planned(plan(ConfigCondition.Status.TRUE))
                .notWritten("no right")
                .withoutConfig();

        assertThat(none).isEqualTo(LinkerdConfigState.FIRST.reconciling(SPEC));
        assertThat(none.finished().unfinished()).isEmpty();
        assertThat(none.finished().reconciling(SPEC)).isEqualTo(none);
    }
}
