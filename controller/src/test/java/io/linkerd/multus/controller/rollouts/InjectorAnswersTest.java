// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class InjectorAnswersTest {
    private static final ChangeDigest A = new ChangeDigest("aaaaaaaaaaaaaaaa");
    private static final ChangeDigest B = new ChangeDigest("bbbbbbbbbbbbbbbb");

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicReference<InjectionProbeResult> answer =
            new AtomicReference<>(new InjectionProbeResult.Injected("new"));
    private final AtomicLong nanos = new AtomicLong();
    private final InjectorAnswers answers = new InjectorAnswers(
            () -> {
                asked.incrementAndGet();
                return answer.get();
            },
            nanos::get);

    @Test
    void aRestartThatHasBegunForTheChangeSaysThatTheyAgreed() {
        assertThat(answers.hindrance(A, true)).isEmpty();
        assertThat(answers.hindrance(A, false)).isEmpty();
        assertThat(asked).hasValue(0);
    }

    /** A workload was restarted while they still had the value between, and had that for ever. */
    @Test
    void afterAChangeAndBackTheyAreAskedAgain() {
        assertThat(answers.hindrance(A, true)).isEmpty();
        assertThat(answers.hindrance(B, false)).isPresent();

        assertThat(answers.hindrance(A, true)).isPresent();
        nanos.addAndGet(InjectorAnswers.PAUSE.toNanos());
        assertThat(answers.hindrance(A, true)).isPresent();

        answer.set(new InjectionProbeResult.NotAsked("for a while"));
        for (int look = 0; look < 60; look++) {
            nanos.addAndGet(InjectorAnswers.PAUSE.toNanos());
            assertThat(answers.hindrance(A, true)).as("look %d", look).isPresent();
        }
        answer.set(new InjectionProbeResult.Injected("new"));
        for (int look = 0; look < 30 && answers.hindrance(A, true).isPresent(); look++) {
            nanos.addAndGet(InjectorAnswers.PAUSE.toNanos());
        }
        assertThat(answers.hindrance(A, true)).as("once they agree").isEmpty();
    }
}
