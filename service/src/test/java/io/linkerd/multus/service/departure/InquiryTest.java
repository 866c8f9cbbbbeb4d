// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Pauses;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InquiryTest {
    private static final Sighting PRESENT = new Sighting.Present("a");
    private static final WatchKnowledge LIVE = new WatchKnowledge(true, PRESENT, true, 0);
    private static final ApiAnswer<Sighting> STANDS = new ApiAnswer.Answered<>(PRESENT);
    private static final ApiAnswer<Sighting> REFUSED =
            new ApiAnswer.Failed<>(new ApiFailure.Forbidden("no RBAC policy"));
    private static final ApiAnswer<Sighting> AWAY = new ApiAnswer.Failed<>(new ApiFailure.Unreachable("refused"));

    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> begun = new ArrayList<>();

    /** The watch is over, since its API server was started again, and the next one has just started, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void one403OfAnApiServerThatHasJustStartedIsNoUninstall(int refusalsBefore) throws Exception {
        var ended = new WatchKnowledge(true, PRESENT, false, refusalsBefore);

        assertThat(judge(ended, answers(REFUSED, STANDS))).isInstanceOf(DepartureVerdict.Leave.class);
        assertThat(judge(ended, answers(REFUSED, REFUSED, REFUSED, STANDS))).isInstanceOf(DepartureVerdict.Leave.class);
        assertThat(judge(ended, answers(AWAY, REFUSED))).isInstanceOf(DepartureVerdict.Leave.class);
    }

    @Test
    void removesWhereEveryLookWasRefusedUntilTwoSecondsBeforeTheEnd() throws Exception {
        var ended = new WatchKnowledge(true, PRESENT, false, 1);

        assertThat(judge(ended, answers(REFUSED))).isInstanceOf(DepartureVerdict.Remove.class);
        assertThat(begun)
                .as("looks with a pause of one or two seconds between them")
                .hasSizeBetween(4, 7);
        assertThat(begun.getLast()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(7));
        assertThat(Duration.ofNanos(nanos.get())).isLessThanOrEqualTo(Duration.ofSeconds(8));
    }

    /** An uninstall left its files where one look fell into a moment in which the API server could not be reached. */
    @Test
    void looksAgainWhereTheApiServerCannotBeReached() throws Exception {
        var ended = new WatchKnowledge(true, PRESENT, false, 0);

        assertThat(judge(ended, answers(AWAY, new ApiAnswer.Failed<>(new ApiFailure.NotFound()))))
                .isInstanceOf(DepartureVerdict.Remove.class);
    }

    @Test
    void looksOnceWhereTheFirstAnswerIsCertain() throws Exception {
        assertThat(judge(LIVE, answers(STANDS))).isInstanceOf(DepartureVerdict.Leave.class);
        assertThat(begun).hasSize(1);
    }

    @Test
    void doesNotLookWhereTheWatchHasSeenTheDeletion() throws Exception {
        var deleted = new WatchKnowledge(true, new Sighting.Leaving("it was deleted"), true, 0);

        assertThat(judge(deleted, answers(STANDS))).isInstanceOf(DepartureVerdict.Remove.class);
        assertThat(begun).isEmpty();
    }

    /** As before Kubernetes 1.33, where the rights of a namespace that is deleted may go before its DaemonSet. */
    @Test
    void removesWhereTheWatchTellsOfTheDeletionWhileLooksAreRefused() throws Exception {
        Function<Duration, ApiAnswer<Sighting>> refused = answers(REFUSED);
        var inquiry = new Inquiry(
                () -> begun.size() < 3
                        ? LIVE
                        : new WatchKnowledge(true, new Sighting.Leaving("it was deleted"), true, 0),
                refused,
                pauses(),
                random(),
                false);

        assertThat(inquiry.judge(time(Duration.ofSeconds(10)))).isInstanceOf(DepartureVerdict.Remove.class);
        assertThat(begun).hasSize(3);
    }

    /** A pod that is deleted by force loses its token at once, and its watch within seconds. */
    @Test
    void believesTheWatchThatWasLiveAtTheBeginning() throws Exception {
        var inquiry = new Inquiry(
                () -> begun.isEmpty() ? LIVE : new WatchKnowledge(true, PRESENT, false, begun.size()),
                answers(new ApiAnswer.Failed<>(new ApiFailure.Unauthorized())),
                pauses(),
                random(),
                false);

        assertThat(inquiry.judge(time(Duration.ofSeconds(10)))).isInstanceOf(DepartureVerdict.Leave.class);
    }

    /** The change at hand has used up what there was. */
    @Test
    void looksOnceAtLeast() throws Exception {
        var inquiry = new Inquiry(() -> LIVE, answers(STANDS), pauses(), random(), false);

        inquiry.judge(time(Duration.ZERO));

        assertThat(begun).hasSize(1);
    }

    private DepartureVerdict judge(WatchKnowledge known, Function<Duration, ApiAnswer<Sighting>> look)
            throws InterruptedException {
        begun.clear();
        nanos.set(0);
        return new Inquiry(() -> known, look, pauses(), random(), false).judge(time(Duration.ofSeconds(10)));
    }

    /** The last of them again and again; a look that is refused takes a tenth of a second. */
    @SafeVarargs
    private final Function<Duration, ApiAnswer<Sighting>> answers(ApiAnswer<Sighting>... answers) {
        return _ -> {
            begun.add(Duration.ofNanos(nanos.get()));
            nanos.addAndGet(Duration.ofMillis(100).toNanos());
            return answers[Math.min(begun.size(), answers.length) - 1];
        };
    }

    private Pauses pauses() {
        return pause -> nanos.addAndGet(pause.toNanos());
    }

    private Deadline time(Duration left) {
        return Deadline.in(left, nanos::get);
    }

    private static RandomGenerator random() {
        return () -> 42;
    }
}
