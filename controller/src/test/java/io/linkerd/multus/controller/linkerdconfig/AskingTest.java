// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.linkerdconfig.InjectionAnswer;
import io.linkerd.multus.contracts.plans.linkerdconfig.SeenValues;
import io.linkerd.multus.contracts.plans.linkerdconfig.ValuesWrite;
import io.linkerd.multus.contracts.plans.linkerdconfig.Verification;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AskingTest {
    private static final InjectionAnswer OLD = new InjectionAnswer.Injected("old");
    private static final InjectionAnswer NEW = new InjectionAnswer.Injected("new");
    private static final ValuesWrite WRITE = new ValuesWrite("new text", "100", "old text", List.of("proxy.logLevel"));

    private final AtomicReference<InjectionAnswer> answer = new AtomicReference<>(OLD);
    private final Asking asking = new Asking(answer::get, () -> 0);

    private static SeenValues there(String text) {
        return new SeenValues.There(text, "101", Optional.empty());
    }

    @Test
    void asksUntilAnswersAgree() {
        asking.wrote(WRITE, 7, asking.before());
        answer.set(NEW);
        for (int count = 0; count < 7; count++) {
            assertThat(asking.ask()).isEmpty();
            assertThat(asking.verification()).isEqualTo(Verification.WAITING);
        }

        assertThat(asking.ask()).isEmpty();
        assertThat(asking.verification()).isEqualTo(Verification.AGREED);
    }

    @Test
    void handsBackTheTextOfBeforeWhereTheNewOneIsRefused() {
        asking.wrote(WRITE, 7, asking.before());
        answer.set(new InjectionAnswer.Refused("admission webhook denied the request"));

        var refusal = asking.ask().orElseThrow();

        assertThat(refusal.previous()).isEqualTo("old text");
        assertThat(refusal.reason()).contains("denied");
        assertThat(refusal.toString()).doesNotContain("old text");
    }

    @Test
    void doesNotAskWhereItCannot() {
        asking.wrote(WRITE, 7, new InjectionAnswer.NotAsked("create pods: forbidden"));

        assertThat(asking.ask()).isEmpty();

        assertThat(asking.verification()).isEqualTo(Verification.NOT_ASKED);
    }

    @Test
    void forgetsATextThatIsNotThereAnyMore() {
        asking.wrote(WRITE, 7, asking.before());
        asking.look(there("new text"), 7);
        assertThat(asking.verification()).isEqualTo(Verification.WAITING);

        asking.look(there("a third writer's text"), 7);
        assertThat(asking.verification()).isEqualTo(Verification.NONE);

        asking.wrote(WRITE, 7, asking.before());
        asking.look(there("new text"), 8);
        assertThat(asking.verification()).isEqualTo(Verification.NONE);
    }
}
