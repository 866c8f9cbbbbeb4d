// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private static final ApiAnswer<String> AWAY = new ApiAnswer.Failed<>(new ApiFailure.Unreachable("timeout"));
    private static final ApiAnswer<String> ABSENT = new ApiAnswer.Failed<>(new ApiFailure.NotFound());

    private long now;
    private int questions;
    private final Answers<String> answers = new Answers<>(Duration.ofSeconds(30), () -> now);

    @Test
    void manyPodsAskOnce() {
        for (int pod = 0; pod < 100; pod++) {
            assertThat(ask("team", answer("a"))).isEqualTo(answer("a"));
        }

        assertThat(questions).isOne();
    }

    @Test
    void whatIsNotThereIsRememberedToo() {
        ask("team", ABSENT);

        assertThat(ask("team", answer("a"))).isEqualTo(ABSENT);
    }

    @Test
    void whatIsMadeIsThereWithinASecond() {
        ask("team", ABSENT);
        now += Duration.ofSeconds(1).toNanos();

        assertThat(ask("team", answer("a"))).isEqualTo(answer("a"));
    }

    /** Two hundred of them took all places, and each pod of everybody else had to wait for an answer. */
    @Test
    void namesThatStrangersMakeUpTakeNobodysPlace() {
        ask("before", answer("a"));
        now += Duration.ofSeconds(30).toNanos();
        for (int i = 0; i < 1000; i++) {
            ask("made-up-" + i, ABSENT);
        }
        ask("team", answer("a"));
        questions = 0;

        assertThat(ask("team", AWAY)).isEqualTo(answer("a"));
        assertThat(questions).isZero();
        assertThat(ask("before", AWAY)).isEqualTo(answer("a"));
    }

    /** All of them waited for one, each with its request in memory, and some were refused for that. */
    @Test
    void oneOfManyWaitsForAnAnswerThatIsFreshNoMore() {
        ask("team", answer("a"));
        now += Duration.ofSeconds(31).toNanos();

        assertThat(answers.atOnce("team")).as("the first has to ask").isEmpty();
        assertThat(answers.atOnce("team")).contains(answer("a"));
        assertThat(answers.atOnce("team")).contains(answer("a"));

        ask("team", answer("b"));
        assertThat(answers.atOnce("team")).contains(answer("b"));
    }

    @Test
    void whoeverAskedAndDidNotComeBackIsFollowedByAnother() {
        ask("team", answer("a"));
        now += Duration.ofSeconds(31).toNanos();
        answers.atOnce("team");
        now += Duration.ofSeconds(2).toNanos();

        assertThat(answers.atOnce("team")).isEmpty();
        assertThat(answers.atOnce("team")).contains(answer("a"));
    }

    @Test
    void nobodyGoesByWhatWasKnownLongAgo() {
        ask("team", answer("a"));
        now += Duration.ofSeconds(40).toNanos();

        assertThat(answers.atOnce("team")).isEmpty();
        assertThat(answers.atOnce("team")).isEmpty();
    }

    @Test
    void whatHasGoneIsNotRemembered() {
        ask("team", answer("a"));
        now += Duration.ofSeconds(30).toNanos();
        ask("team", ABSENT);
        assertThat(ask("team", answer("a"))).isEqualTo(ABSENT);
        now += Duration.ofSeconds(1).toNanos();

        assertThat(ask("team", AWAY)).isEqualTo(AWAY);
    }

    @Test
    void asksAgainAfterAWhile() {
        ask("team", answer("a"));
        now += Duration.ofSeconds(30).toNanos();

        assertThat(ask("team", answer("b"))).isEqualTo(answer("b"));
    }

    @Test
    void goesByWhatWasKnownWhileTheApiServerIsAwayAndDoesNotHaveEachPodWaitForIt() {
        ask("team", answer("a"));
        now += Duration.ofHours(1).toNanos();
        questions = 0;

        for (int pod = 0; pod < 100; pod++) {
            assertThat(ask("team", AWAY)).isEqualTo(answer("a"));
        }
        assertThat(questions).isOne();

        now += Duration.ofSeconds(30).toNanos();
        assertThat(ask("team", answer("b"))).isEqualTo(answer("b"));
    }

    /** One timeout had constraints that were changed go unseen for twice as long, and a flapping API server for ever. */
    @Test
    void whatIsBelievedWithoutAnAnswerIsAskedForAgainASecondLater() {
        ask("team", answer("a"));
        now += Duration.ofSeconds(30).toNanos();
        assertThat(ask("team", AWAY)).isEqualTo(answer("a"));
        assertThat(ask("team", answer("b"))).isEqualTo(answer("a"));
        now += Duration.ofSeconds(1).toNanos();

        assertThat(ask("team", answer("b"))).isEqualTo(answer("b"));
    }

    @Test
    void aFailureIsNoAnswer() {
        assertThat(ask("team", AWAY)).isEqualTo(AWAY);
        assertThat(ask("team", answer("a"))).isEqualTo(answer("a"));
    }

    @Test
    void remembersSoManyAndThoseThatAreOldNoLonger() {
        for (int i = 0; i < 1000; i++) {
            ask("old-" + i, answer("a"));
        }
        now += Duration.ofSeconds(30).toNanos();
        ask("new", answer("a"));
        questions = 0;

        ask("new", answer("b"));
        ask("old-0", AWAY);

        assertThat(questions).isOne();
    }

    /** Else a look at what is known would keep it for ever. */
    @Test
    void whatIsKnownStaysAsOldAsItIsWhereThereIsNoTimeToAsk() {
        ask("team", answer("a"));
        now += Duration.ofSeconds(30).toNanos();
        var over = Deadline.in(Duration.ZERO, () -> now);

        assertThat(ask("team", over, answer("b"))).isEqualTo(answer("a"));
        assertThat(ask("team", answer("b"))).isEqualTo(answer("b"));
    }

    /** It was an hour old, and a pod was refused for it. */
    @Test
    void whatWasNotThereOnceIsNotKnownToBeMissingNow() {
        ask("team", ABSENT);
        now += Duration.ofHours(1).toNanos();

        assertThat(ask("team", AWAY)).isEqualTo(AWAY);
    }

    @Test
    void manyAtOnceWaitForOneQuestion() throws Exception {
        var asked = new AtomicInteger();
        var all = new CountDownLatch(20);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<ApiAnswer<String>> asking = () -> {
                all.countDown();
                return answers.get("team", patient(), () -> {
                    asked.incrementAndGet();
                    await().until(() -> all.getCount() == 0);
                    return answer("a");
                });
            };
            for (var each : threads.invokeAll(Collections.nCopies(20, asking))) {
                assertThat(each.get()).isEqualTo(answer("a"));
            }
        }

        assertThat(asked).hasValue(1);
    }

    /** Its question is cancelled when its caller goes away, and says nothing about the cluster. */
    @Test
    void nobodySharesTheFailureOfOneWhoseCallerWentAway() throws Exception {
        var hasty = patient();
        var begun = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> answers.get("team", hasty, () -> {
                begun.countDown();
                await().until(() -> hasty.left().isZero());
                return AWAY;
            }));
            begun.await();
            var second = threads.submit(() -> answers.get("team", patient(), () -> answer("a")));
            hasty.abandon();

            assertThat(first.get()).isEqualTo(AWAY);
            assertThat(second.get()).isEqualTo(answer("a"));
        }
    }

    /** Whoever waits for somebody else's question goes away when its own caller does. */
    @Test
    void waitsForNobodysQuestionBeyondItsOwnDeadline() throws Exception {
        var begun = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        var hasty = patient();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> answers.get("team", patient(), () -> {
                begun.countDown();
                await().until(() -> end.getCount() == 0);
                return answer("a");
            }));
            begun.await();
            var second = threads.submit(() -> answers.get("team", hasty, () -> AWAY));
            hasty.abandon();

            assertThat(second.get()).isEqualTo(AWAY);
            end.countDown();
            assertThat(first.get()).isEqualTo(answer("a"));
        }
    }

    private static Deadline patient() {
        return Deadline.in(Duration.ofMinutes(1), System::nanoTime);
    }

    private ApiAnswer<String> ask(String name, ApiAnswer<String> answer) {
        return ask(name, Deadline.in(Duration.ofSeconds(1), () -> 0), answer);
    }

    private ApiAnswer<String> ask(String name, Deadline deadline, ApiAnswer<String> answer) {
        return answers.get(name, deadline, () -> {
            questions++;
            return answer;
        });
    }

    private static ApiAnswer<String> answer(String text) {
        return new ApiAnswer.Answered<>(text);
    }
}
