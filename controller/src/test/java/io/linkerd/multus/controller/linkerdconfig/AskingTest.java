// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.linkerdconfig.plan.AskedText;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionAnswer;
import io.linkerd.multus.controller.linkerdconfig.plan.SeenValues;
import io.linkerd.multus.controller.linkerdconfig.plan.ValuesWrite;
import io.linkerd.multus.controller.linkerdconfig.plan.Verification;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AskingTest {
    private static final InjectionAnswer OLD = new InjectionAnswer.Injected("old");
    private static final InjectionAnswer NEW = new InjectionAnswer.Injected("new");
    private static final InjectionAnswer DENIED = new InjectionAnswer.Refused("admission webhook denied");
    private static final ValuesWrite WRITE = new ValuesWrite("new text", "100", "old text", List.of("proxy.logLevel"));

    private final AtomicReference<InjectionAnswer> answer = new AtomicReference<>(OLD);
    private final AtomicLong clock = new AtomicLong();
    private final Asking asking = new Asking(answer::get, clock::get);

    private static SeenValues there(String text) {
        return new SeenValues.There(text, "101", Optional.empty());
    }

    private Asking.Outcome look(String text) {
        return asking.look(there(text), new AskedText(AskedText.digest("new text"), Verification.WAITING));
    }

    @Test
    void asksUntilAnswersAgree() {
        asking.wrote(WRITE, asking.before());
        answer.set(NEW);
        for (int count = 0; count < 9; count++) {
            assertThat(look("new text")).isEqualTo(new Asking.Outcome.Nothing());
            assertThat(asking.pause()).contains(Asking.PAUSE);
        }
        clock.set(VerificationPlan.PROPAGATED.toNanos());

        assertThat(look("new text")).isEqualTo(new Asking.Outcome.Ended(Verification.AGREED));
        assertThat(asking.pause()).isEmpty();
    }

    @Test
    void handsBackTheTextOfBeforeWhereTheNewOneIsRefused() {
        asking.wrote(WRITE, asking.before());
        answer.set(DENIED);

        assertThat(look("new text")).isInstanceOfSatisfying(Asking.Outcome.Refused.class, refused -> {
            assertThat(refused.previous()).contains("old text");
            assertThat(refused.reason()).contains("denied");
            assertThat(refused.toString()).doesNotContain("old text");
        });
        assertThat(look("new text")).as("until it is put back").isInstanceOf(Asking.Outcome.Refused.class);
    }

    /** A spec that changed before the injectors had agreed would have left the first bad text as the one to go back to. */
    @Test
    void goesBackBehindATextThatWasNotAskedAboutYet() {
        asking.wrote(new ValuesWrite("first text", "99", "text of Helm", List.of("proxy.uid")), OLD);
        asking.wrote(new ValuesWrite("new text", "100", "first text", List.of("proxy.uid")), OLD);
        answer.set(DENIED);

        assertThat(look("new text"))
                .isEqualTo(new Asking.Outcome.Refused("admission webhook denied", Optional.of("text of Helm")));
    }

    @Test
    void doesNotAskWhereItCannot() {
        asking.wrote(WRITE, new InjectionAnswer.NotAsked("create pods: forbidden"));

        assertThat(look("new text")).isEqualTo(new Asking.Outcome.Ended(Verification.NOT_ASKED));
    }

    /** What had ended was lost where another write of the status came between, and the injectors were asked anew, as if a leader had ended. */
    @Test
    void saysAgainWhatCouldNotBeTold() {
        asking.wrote(WRITE, new InjectionAnswer.NotInjected());
        assertThat(look("new text")).isEqualTo(new Asking.Outcome.Ended(Verification.NOT_ASKED));

        assertThat(look("new text")).isEqualTo(new Asking.Outcome.Ended(Verification.NOT_ASKED));

        asking.told();
        assertThat(asking.look(there("new text"), new AskedText(AskedText.digest("new text"), Verification.NOT_ASKED)))
                .isEqualTo(new Asking.Outcome.Nothing());
    }

    @Test
    void forgetsATextThatIsNotThereAnyMore() {
        asking.wrote(WRITE, asking.before());
        assertThat(asking.pause()).isPresent();

        assertThat(look("a third writer's text")).isEqualTo(new Asking.Outcome.Nothing());

        assertThat(asking.pause()).isEmpty();
    }

    @Test
    void aTextThatCannotBeReadForAWhileIsNotForgotten() {
        asking.wrote(WRITE, asking.before());

        asking.look(new SeenValues.Unreadable("no right"), AskedText.NONE);

        assertThat(asking.pause()).isPresent();
    }

    /** A leader that was killed before the injectors had agreed left a text that nobody asked about any more. */
    @Test
    void asksOnWhereALeaderHasEnded() {
        answer.set(NEW);
        look("new text");
        assertThat(asking.pause()).contains(Asking.PAUSE);
        for (int count = 0; count < 20; count++) {
            assertThat(look("new text")).as("before kubelets have brought it").isEqualTo(new Asking.Outcome.Nothing());
        }
        clock.set(VerificationPlan.PROPAGATED.toNanos());
        assertThat(look("new text")).isEqualTo(new Asking.Outcome.Ended(Verification.AGREED));
    }

    @Test
    void saysSoWhereALeaderHasEndedThatKnewTheTextOfBefore() {
        answer.set(DENIED);

        assertThat(look("new text"))
                .isEqualTo(new Asking.Outcome.Refused("admission webhook denied", Optional.empty()));
        assertThat(asking.pause()).contains(Asking.LONG_PAUSE);
    }

    @Test
    void asksNotOnWhereItCannot() {
        answer.set(new InjectionAnswer.NotAsked("create pods: forbidden"));

        assertThat(look("new text")).isEqualTo(new Asking.Outcome.Ended(Verification.NOT_ASKED));
    }
}
