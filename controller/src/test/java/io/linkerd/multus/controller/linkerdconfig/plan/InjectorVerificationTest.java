// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InjectorVerificationTest {
    private static final InjectionProbeResult OLD = new InjectionProbeResult.Injected("old");
    private static final InjectionProbeResult NEW = new InjectionProbeResult.Injected("new");
    private static final InjectionProbeResult DENIED = new InjectionProbeResult.Refused("admission webhook denied");
    private static final InjectionProbeResult FORBIDDEN = new InjectionProbeResult.NotAsked("create pods: forbidden");
    private static final ValuesWrite WRITE = new ValuesWrite("new text", "100", "old text", List.of("proxy.logLevel"));
    private static final WrittenText WAITING =
            new WrittenText(WrittenText.digest("new text"), VerificationStatus.WAITING);
    private static final VerificationPlan ASK = new VerificationPlan.Ask();

    private Optional<InjectorVerification> running = Optional.empty();
    private InjectionProbeResult answer = OLD;
    private long nanos;

    private void wrote(ValuesWrite write, InjectionProbeResult before) {
        running = Optional.of(InjectorVerification.begun(write, before, running, nanos));
    }

    /** As a look does it. */
    private VerificationPlan look(String text) {
        running = due(new ObservedValues.There(text, "101", Optional.empty()))
                .map(due -> due.needsResult() ? due.with(answer, nanos) : due)
                .map(due -> due.judged(nanos));
        return running.map(InjectorVerification::plan).orElse(ASK);
    }

    private Optional<InjectorVerification> due(ObservedValues values) {
        return InjectorVerification.due(running, values, WAITING);
    }

    /** As the third dry run in a row that is denied, of which each comes ten seconds after the one before. */
    private VerificationPlan deniedThrice() {
        answer = DENIED;
        for (int denial = 0; denial < 2; denial++) {
            assertThat(look("new text")).isEqualTo(ASK);
            assertThat(pause()).isEqualTo(InjectorVerification.PAUSE);
            nanos += Duration.ofSeconds(10).toNanos();
        }
        return look("new text");
    }

    private Duration pause() {
        assertThat(running.orElseThrow().hasEnded()).isFalse();
        return running.get().pause();
    }

    @Test
    void asksUntilAnswersAgree() {
        wrote(WRITE, OLD);
        answer = NEW;
        for (int count = 0; count < 9; count++) {
            assertThat(look("new text")).isEqualTo(ASK);
            assertThat(pause()).isEqualTo(InjectorVerification.PAUSE);
        }
        nanos = VerificationPlan.PROPAGATED.toNanos();

        assertThat(look("new text")).isEqualTo(new VerificationPlan.Agreed());
        assertThat(running.orElseThrow().hasEnded()).isTrue();
    }

    /** The time counts from the write on. */
    @Test
    void agreesNotBeforeKubeletsHaveBroughtTheText() {
        nanos = Duration.ofHours(1).toNanos();
        wrote(WRITE, OLD);
        answer = NEW;
        for (int count = 0; count < 9; count++) {
            assertThat(look("new text")).isEqualTo(ASK);
        }
    }

    /** An injector that starts, or that fails to read a file for a moment, denies a pod as well. */
    @Test
    void aDenialThatPassesPutsNothingBack() {
        wrote(WRITE, OLD);
        answer = DENIED;
        for (int second = 0; second < 20; second += 5) {
            assertThat(look("new text")).as("after %s s", second).isEqualTo(ASK);
            nanos += InjectorVerification.PAUSE.toNanos();
        }
        answer = NEW;
        for (int count = 0; count < 8; count++) {
            assertThat(look("new text")).isEqualTo(ASK);
        }
        nanos = VerificationPlan.PROPAGATED.toNanos();

        assertThat(look("new text")).isEqualTo(new VerificationPlan.Agreed());
    }

    /** The API server asks one injector of some, and each has the text from another moment on. */
    @Test
    void theThirdDenialCountsWhateverOtherInjectorsAnswerInBetween() {
        wrote(WRITE, OLD);
        for (int denial = 0; denial < 2; denial++) {
            answer = DENIED;
            assertThat(look("new text")).isEqualTo(ASK);
            answer = OLD;
            for (int count = 0; count < 10; count++) {
                nanos += InjectorVerification.PAUSE.toNanos();
                assertThat(look("new text")).isEqualTo(ASK);
            }
        }
        answer = DENIED;

        assertThat(look("new text")).isEqualTo(new VerificationPlan.PutBack("admission webhook denied"));
    }

    @Test
    void keepsTheTextOfBeforeWhereTheNewOneIsRefused() {
        wrote(WRITE, OLD);

        assertThat(deniedThrice()).isEqualTo(new VerificationPlan.PutBack("admission webhook denied"));
        assertThat(running.flatMap(InjectorVerification::previous)).contains("old text");
        assertThat(running.orElseThrow().toString()).doesNotContain("old text");
        assertThat(pause()).isEqualTo(InjectorVerification.PAUSE);
        assertThat(look("new text")).as("until it is put back").isInstanceOf(VerificationPlan.PutBack.class);
    }

    /** A spec that changed before the injectors had agreed would have left the first bad text as the one to go back to. */
    @Test
    void goesBackBehindATextThatWasNotAskedAboutYet() {
        wrote(new ValuesWrite("first text", "99", "text of Helm", List.of("proxy.uid")), OLD);
        wrote(new ValuesWrite("new text", "100", "first text", List.of("proxy.uid")), OLD);

        assertThat(running.flatMap(InjectorVerification::previous)).contains("text of Helm");
    }

    @Test
    void goesBackToWhatAnotherWriterWroteSince() {
        wrote(new ValuesWrite("first text", "99", "text of Helm", List.of("proxy.uid")), OLD);
        wrote(WRITE, OLD);

        assertThat(running.flatMap(InjectorVerification::previous)).contains("old text");
    }

    @Test
    void doesNotAskWhereItCannot() {
        wrote(WRITE, FORBIDDEN);

        assertThat(running.orElseThrow().needsResult()).isFalse();
        assertThat(look("new text")).isEqualTo(new VerificationPlan.GiveUp("create pods: forbidden"));
    }

    /** What had ended was lost where another write of the status came between, and the injectors were asked anew, as if a leader had ended. */
    @Test
    void saysAgainWhatCouldNotBeTold() {
        wrote(WRITE, new InjectionProbeResult.NotInjected());
        assertThat(look("new text")).isInstanceOf(VerificationPlan.GiveUp.class);

        assertThat(running.orElseThrow().needsResult()).isFalse();
        assertThat(look("new text")).isInstanceOf(VerificationPlan.GiveUp.class);
    }

    @Test
    void asksNotAboutWhatHasEndedAndWasTold() {
        var told = new WrittenText(WrittenText.digest("new text"), VerificationStatus.NOT_ASKED);

        assertThat(InjectorVerification.due(
                        Optional.empty(), new ObservedValues.There("new text", "101", Optional.empty()), told))
                .isEmpty();
    }

    @Test
    void forgetsATextThatIsNotThereAnyMore() {
        wrote(WRITE, OLD);

        assertThat(due(new ObservedValues.There("a third writer's text", "101", Optional.empty())))
                .isEmpty();
        assertThat(due(new ObservedValues.Missing())).isEmpty();
    }

    @Test
    void asksNothingWhileTheTextCannotBeRead() {
        wrote(WRITE, OLD);

        assertThat(due(new ObservedValues.Unreadable("no right"))).isEmpty();
    }

    /** A leader that was killed before the injectors had agreed left a text that nobody asked about any more. */
    @Test
    void asksOnWhereALeaderHasEnded() {
        nanos = Duration.ofHours(1).toNanos();
        answer = NEW;
        assertThat(look("new text")).isEqualTo(ASK);
        assertThat(pause()).isEqualTo(InjectorVerification.PAUSE);
        for (int count = 0; count < 20; count++) {
            assertThat(look("new text")).as("before kubelets have brought it").isEqualTo(ASK);
        }
        nanos += VerificationPlan.PROPAGATED.toNanos();
        assertThat(look("new text")).isEqualTo(new VerificationPlan.Agreed());
    }

    @Test
    void saysSoWhereALeaderHasEndedThatKnewTheTextOfBefore() {
        assertThat(deniedThrice()).isEqualTo(new VerificationPlan.PutBack("admission webhook denied"));
        assertThat(running.flatMap(InjectorVerification::previous)).isEmpty();
        assertThat(pause()).isEqualTo(InjectorVerification.LONG_PAUSE);
    }

    /** One injector may be about to be replaced. */
    @Test
    void asksOnWhereALeaderHasEndedAndTheFirstPodHasNoProxy() {
        answer = new InjectionProbeResult.NotInjected();
        assertThat(look("new text")).isEqualTo(ASK);
        look("new text");

        assertThat(look("new text")).isInstanceOf(VerificationPlan.PutBack.class);
    }

    @Test
    void asksNotOnWhereItCannot() {
        answer = FORBIDDEN;

        assertThat(look("new text")).isEqualTo(new VerificationPlan.GiveUp("create pods: forbidden"));
    }
}
