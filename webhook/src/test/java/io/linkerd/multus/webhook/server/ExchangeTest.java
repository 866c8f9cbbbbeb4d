// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.server.Exchange.Arrival;
import io.linkerd.multus.webhook.server.Exchange.Closing;
import io.linkerd.multus.webhook.server.Exchange.Ending;
import io.linkerd.multus.webhook.server.Exchange.Event;
import io.linkerd.multus.webhook.server.Exchange.Served;
import io.linkerd.multus.webhook.server.Guest.Phase;
import io.linkerd.multus.webhook.server.Guest.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExchangeTest {
    private static final Event SOME = new Event.Bytes(100);
    private static final Event HEAD = new Event.Head(true);
    private static final Event HEAD_ALONE = new Event.Head(false);
    private static final Event WHOLE = new Event.Whole();
    private static final Event BEGINS = new Event.AnswerBegins();
    private static final Event QUEUED = new Event.AnswerQueued(7);
    private static final Event SENT = new Event.AnswerSent(7);

    @Test
    void aRequestAndItsAnswer() {
        assertThat(phases(SOME, SOME, HEAD, SOME, WHOLE, BEGINS, QUEUED, SENT))
                .containsExactly(
                        Phase.RECEIVING,
                        Phase.RECEIVING,
                        Phase.RECEIVING,
                        Phase.RECEIVING,
                        Phase.ANSWERING,
                        Phase.ANSWERING,
                        Phase.SENDING,
                        Phase.IDLE);
        assertThat(after(SOME, HEAD, SOME, WHOLE, BEGINS, QUEUED, SENT)).isEqualTo(Exchange.IDLE);
    }

    /** It counted as answered once it had been handed over, though nothing of it was read. */
    @Test
    void anAnswerCountsUntilTheSocketHasTakenIt() {
        var queued = (Served) after(SOME, HEAD, WHOLE, BEGINS, QUEUED);

        assertThat(queued.unsentBytes()).isEqualTo(7);
        assertThat(queued.kept()).as("the request is answered").isZero();
        assertThat(queued.phase()).isEqualTo(Phase.SENDING);
    }

    @Test
    void answersOfRequestsInARowCountTogether() {
        var two =
                (Served) after(SOME, HEAD, WHOLE, BEGINS, QUEUED, SOME, HEAD, WHOLE, BEGINS, new Event.AnswerQueued(5));

        assertThat(two.unsent()).isEqualTo(2);
        assertThat(two.unsentBytes()).isEqualTo(12);
        assertThat(two.on(SENT)).isInstanceOfSatisfying(Served.class, one -> {
            assertThat(one.phase()).isEqualTo(Phase.SENDING);
            assertThat(one.unsentBytes()).isEqualTo(5);
        });
        assertThat(two.on(SENT).on(new Event.AnswerSent(5))).isEqualTo(Exchange.IDLE);
    }

    @Test
    void aRequestBehindAnAnswerThatIsNotReadIsKept() {
        var behind = (Served) after(SOME, HEAD, WHOLE, BEGINS, QUEUED, SOME, HEAD, WHOLE);

        assertThat(behind.owed()).isOne();
        assertThat(behind.kept()).isEqualTo(200);
        assertThat(behind.phase()).isEqualTo(Phase.SENDING);
        assertThat(behind.on(SENT))
                .isInstanceOfSatisfying(
                        Served.class, now -> assertThat(now.phase()).isEqualTo(Phase.ANSWERING));
    }

    @Test
    void anAnswerToWhatHasNotComeIsTheLastOne() {
        assertThat(((Served) after(SOME, HEAD)).answersLast()).isTrue();
        assertThat(((Served) after(SOME, HEAD_ALONE)).answersLast()).isFalse();
        assertThat(((Served) after(SOME, HEAD, WHOLE, HEAD)).answersLast()).isFalse();
        assertThat(after(SOME, HEAD, BEGINS, QUEUED)).isEqualTo(new Closing(Ending.ANSWERED));
    }

    @Test
    void aRequestWithoutABodyMayBeAnsweredBeforeItsEndIsTold() {
        assertThat(after(SOME, HEAD_ALONE, BEGINS, QUEUED, SENT, WHOLE)).isEqualTo(Exchange.IDLE);
        assertThat(after(SOME, HEAD_ALONE, BEGINS, QUEUED, WHOLE, SENT)).isEqualTo(Exchange.IDLE);
    }

    @ParameterizedTest
    @EnumSource(value = Reason.class, names = "STOPPING", mode = EnumSource.Mode.EXCLUDE)
    void whoDoesNotReadIsCutOff(Reason reason) {
        var dismissed = new Event.Dismissed(reason);

        assertThat(after(SOME, HEAD, WHOLE, BEGINS, QUEUED, dismissed)).isEqualTo(new Closing(Ending.CUT));
        assertThat(after(SOME, HEAD, WHOLE, BEGINS, QUEUED, SOME, dismissed)).isEqualTo(new Closing(Ending.CUT));
    }

    @Test
    void theLastAnswerBehindOthersThatAreNotReadIsNotWaitedFor() {
        assertThat(after(SOME, HEAD, WHOLE, BEGINS, QUEUED, SOME, HEAD, BEGINS, QUEUED))
                .isEqualTo(new Closing(Ending.CUT));
    }

    @Test
    void whoseRequestIsUnderWayIsToldWhyItEnds() {
        assertThat(after(SOME, new Event.Dismissed(Reason.MEMORY))).isEqualTo(new Closing(Ending.TOLD));
        assertThat(after(SOME, HEAD, new Event.Dismissed(Reason.SLOW))).isEqualTo(new Closing(Ending.TOLD));
        assertThat(after(SOME, HEAD, WHOLE, new Event.Dismissed(Reason.CONNECTIONS)))
                .isEqualTo(new Closing(Ending.TOLD));
        assertThat(after(SOME, new Event.Dismissed(Reason.CONNECTIONS)))
                .as("nothing was asked")
                .isEqualTo(new Closing(Ending.CLOSED));
        assertThat(after(SOME, HEAD, WHOLE, BEGINS, new Event.Dismissed(Reason.MEMORY)))
                .as("in the middle of an answer")
                .isEqualTo(new Closing(Ending.CLOSED));
        assertThat(after(new Event.Dismissed(Reason.CONNECTIONS))).isEqualTo(new Closing(Ending.CLOSED));
    }

    @Test
    void aStopEndsAConnectionOnlyWhereNothingIsGoingOnAndTellsItsPeer() {
        var stopping = new Event.Dismissed(Reason.STOPPING);

        assertThat(after(stopping)).isEqualTo(new Closing(Ending.TOLD));
        assertThat(after(SOME, HEAD, WHOLE, BEGINS, QUEUED, SENT, stopping)).isEqualTo(new Closing(Ending.TOLD));
        for (var underWay : List.of(
                List.of(SOME),
                List.of(SOME, HEAD),
                List.of(SOME, HEAD, WHOLE),
                List.of(SOME, HEAD, WHOLE, BEGINS),
                List.of(SOME, HEAD, WHOLE, BEGINS, QUEUED))) {
            var before = after(underWay.toArray(Event[]::new));
            assertThat(before.on(stopping)).isEqualTo(before);
        }
    }

    @Test
    void nothingFollowsAnEnd() {
        var closing = new Closing(Ending.TOLD);

        assertThat(Stream.of(SOME, HEAD, WHOLE, BEGINS, QUEUED, SENT, new Event.Dismissed(Reason.SLOW))
                        .map(closing::on))
                .containsOnly(closing);
    }

    /** However requests are sent in a row and answers taken, what is counted is what is there, and nothing is left in the end. */
    @Test
    void nothingIsCountedThatIsNotThere() {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        for (int round = 0; round < 1_000; round++) {
            Exchange state = Exchange.IDLE;
            var unsent = new ArrayList<Integer>();
            int owed = 0;
            for (int step = 0; step < 50; step++) {
                switch (random.nextInt(3)) {
                    case 0 -> {
                        state = state.on(SOME).on(HEAD).on(WHOLE);
                        owed++;
                    }
                    case 1 -> {
                        if (owed > 0) {
                            int bytes = random.nextInt(1000);
                            state = state.on(BEGINS).on(new Event.AnswerQueued(bytes));
                            unsent.add(bytes);
                            owed--;
                        }
                    }
                    default -> {
                        if (!unsent.isEmpty()) {
                            state = state.on(new Event.AnswerSent(unsent.removeFirst()));
                        }
                    }
                }
                assertCounts(state, owed, unsent);
            }
            for (; owed > 0; owed--) {
                state = state.on(BEGINS).on(new Event.AnswerQueued(1));
                unsent.add(1);
            }
            for (int bytes : unsent) {
                state = state.on(new Event.AnswerSent(bytes));
            }
            assertThat(state).isEqualTo(Exchange.IDLE);
        }
    }

    private static void assertCounts(Exchange state, int owed, List<Integer> unsent) {
        assertThat(state).isInstanceOfSatisfying(Served.class, now -> {
            assertThat(now.arrival()).isEqualTo(Arrival.NOTHING);
            assertThat(now.owed()).isEqualTo(owed);
            assertThat(now.unsent()).isEqualTo(unsent.size());
            assertThat(now.unsentBytes())
                    .isEqualTo(unsent.stream().mapToInt(bytes -> bytes).sum());
        });
    }

    private static Exchange after(Event... events) {
        Exchange state = Exchange.IDLE;
        for (var event : events) {
            state = state.on(event);
        }
        return state;
    }

    private static List<Phase> phases(Event... events) {
        var phases = new ArrayList<Phase>();
        Exchange state = Exchange.IDLE;
        for (var event : events) {
            state = state.on(event);
            phases.add(((Served) state).phase());
        }
        return phases;
    }
}
