// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.node.PacedLoop.Look;
import io.linkerd.multus.service.clocks.Waits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** In virtual time: seconds of a node's life take no time. */
class PacedLoopTest {
    private static final Look QUIET = new Look.Quiet();

    private final Node node = new Node();

    @Test
    void answersTheFirstEventAtOnce() {
        node.events.add(at(10_000));

        node.liveFor(Duration.ofSeconds(11), QUIET);

        assertThat(node.looks).contains(at(10_000));
    }

    @Test
    void answersManyEventsWithALookEveryTwentyMilliseconds() {
        LongStream.range(10_000, 11_000).map(PacedLoopTest::at).forEach(node.events::add);

        node.liveFor(Duration.ofMillis(11_200), QUIET);

        var looks = node.looks.stream().filter(look -> look >= at(10_000)).toList();
        assertThat(looks).hasSizeBetween(50, 53);
        for (int i = 2; i < looks.size(); i++) {
            assertThat(looks.get(i) - looks.get(i - 1)).isGreaterThanOrEqualTo(at(20));
        }
    }

    /** A list that is being written, a folder whose link is about to be set to a new token. */
    @Test
    void looksSoonAgainWhereTheFirstLookCameBetweenTwoStepsOfAWriter() {
        node.events.addAll(List.of(at(10_000), at(10_000) + Node.WORK / 2));

        node.liveFor(Duration.ofMillis(10_100), QUIET);

        assertThat(node.looks.stream().filter(look -> look >= at(10_000))).containsExactly(at(10_000), at(10_002));
    }

    @Test
    void looksSoonAgainOnceOnly() {
        LongStream.range(0, 100).map(n -> at(10_000) + n * at(1) / 2).forEach(node.events::add);

        node.liveFor(Duration.ofMillis(10_050), QUIET);

        var looks = node.looks.stream().filter(look -> look >= at(10_000)).toList();
        assertThat(looks.get(1) - looks.get(0)).isEqualTo(at(2));
        assertThat(looks.get(2) - looks.get(1)).isGreaterThanOrEqualTo(at(20));
    }

    @Test
    void looksAgainAsSoonAsSomethingHasLastedForLongEnough() {
        node.events.add(at(10_000));

        node.liveFor(Duration.ofSeconds(13), new Look.Unsettled(Duration.ofSeconds(2)));

        assertThat(node.looks.stream().filter(look -> look > at(10_000)).findFirst())
                .contains(at(10_000) + Node.WORK + at(100));
        assertThat(node.looks.stream().filter(look -> look > at(11_000)).findFirst())
                .contains(at(12_100) + 2 * Node.WORK);
    }

    @Test
    void looksOnceMoreWhenNothingHasHappenedForAMoment() {
        node.events.add(at(10_000));

        node.liveFor(Duration.ofSeconds(30), QUIET);

        assertThat(node.looks.stream().filter(look -> look >= at(10_000) && look < at(20_000)))
                .containsExactly(at(10_000), at(10_000) + Node.WORK + at(100));
    }

    /** Whoever waits for a repair is not to wait for a plugin to be read. */
    @Test
    void looksThoroughlyWhereNothingHasHappenedAndPromptlyWhereSomethingHas() {
        node.events.addAll(List.of(at(10_000), at(50_000)));

        node.liveFor(Duration.ofSeconds(60), QUIET);

        for (int i = 1; i < node.looks.size(); i++) {
            var answersAnEvent = List.of(at(10_000), at(50_000)).contains(node.looks.get(i));
            assertThat(node.depths.get(i)).isEqualTo(answersAnEvent ? Depth.PROMPT : Depth.THOROUGH);
        }
        assertThat(node.depths).contains(Depth.PROMPT, Depth.THOROUGH);
    }

    @Test
    void looksFromTimeToTimeWhereNothingHappensAtAll() {
        node.liveFor(Duration.ofMinutes(10), QUIET);

        var looks = node.looks.subList(2, node.looks.size());
        assertThat(looks).hasSizeBetween(19, 27);
        for (int i = 1; i < looks.size(); i++) {
            assertThat(Duration.ofNanos(looks.get(i) - looks.get(i - 1)))
                    .isBetween(Duration.ofMillis(22_500), Duration.ofMillis(30_001));
        }
    }

    /** Whatever happens is seen by a look that begins after it, and soon. */
    @Test
    void losesNoEvent() {
        for (int seed = 0; seed < 200; seed++) {
            var life = new Node();
            var random = new Random(seed);
            var events = random.longs(50, 0, at(5_000)).sorted().boxed().toList();
            life.events.addAll(events);

            life.liveFor(Duration.ofSeconds(6), QUIET);

            for (long event : events) {
                assertThat(life.looks.stream().filter(look -> look >= event && look <= event + at(22)))
                        .as("event at %d of seed %d", event, seed)
                        .isNotEmpty();
            }
        }
    }

    @Test
    void looksAgainAtOnceAfterAChange() {
        node.script.addAll(List.of(new Look.Changed(), new Look.Changed()));

        node.liveFor(Duration.ofMillis(50), QUIET);

        assertThat(node.looks).containsExactly(0L, Node.WORK, 2 * Node.WORK);
    }

    /** Somebody undoes a file every 10 ms, and it is not our turn. */
    @Test
    void looksRarelyWhileItGivesWay() {
        LongStream.range(0, 6_000).map(n -> at(10 * n)).forEach(node.events::add);

        node.liveFor(Duration.ofSeconds(60), new Look.GivingWay(Duration.ofSeconds(30)));

        assertThat(node.looks).hasSizeBetween(230, 241);
    }

    @Test
    void doesNotMissItsTurnWhereNothingHappens() {
        node.script.add(new Look.GivingWay(Duration.ofMillis(1_234)));

        node.liveFor(Duration.ofSeconds(2), QUIET);

        assertThat(node.looks.get(1)).isEqualTo(Node.WORK + at(1_234));
    }

    @Test
    void waitsLongerAfterEachFailureAndNotAfterASuccess() {
        node.script.addAll(List.of(new Look.Failed(), new Look.Failed(), new Look.Changed(), new Look.Failed()));

        node.liveFor(Duration.ofSeconds(2), QUIET);

        assertThat(between(0, 1)).isBetween(Duration.ofMillis(50), Duration.ofMillis(101));
        assertThat(between(1, 2)).isBetween(Duration.ofMillis(100), Duration.ofMillis(201));
        assertThat(between(3, 4)).isBetween(Duration.ofMillis(50), Duration.ofMillis(101));
    }

    /** An API server that refuses is not asked all the time. */
    @Test
    void waitsLongerAfterEachRefusalAndNotAfterASuccess() {
        node.script.addAll(List.of(new Look.Refused(), new Look.Refused(), new Look.Changed(), new Look.Refused()));

        node.liveFor(Duration.ofSeconds(10), QUIET);

        assertThat(between(0, 1)).isBetween(Duration.ofMillis(500), Duration.ofMillis(1_001));
        assertThat(between(1, 2)).isBetween(Duration.ofSeconds(1), Duration.ofMillis(2_001));
        assertThat(between(3, 4)).isBetween(Duration.ofMillis(500), Duration.ofMillis(1_001));
    }

    /** A list that named what is not there, edited while the next try was half a minute away. */
    @Test
    void answersTheEventThatMayMendARefusalSoon() {
        node.events.add(at(50_000));

        node.liveFor(Duration.ofSeconds(60), new Look.Refused());

        assertThat(node.looks)
                .anyMatch(look -> look >= at(50_000) && look <= at(55_001))
                .hasSizeLessThan(10);
    }

    @Test
    void doesNotAnswerTheEventsAfterAFailureBeforeItsTime() {
        LongStream.range(0, 1_000).map(PacedLoopTest::at).forEach(node.events::add);

        node.liveFor(Duration.ofSeconds(1), new Look.Failed());

        assertThat(node.looks).hasSizeLessThan(6);
    }

    /** A try that did not fit on the disk took its unfinished file away: an event, and with it fifty tries a second for ever. */
    @Test
    void aRefusedTryThatCausesEventsIsRepeatedLessAndLessOften() {
        LongStream.range(0, 60_000).map(PacedLoopTest::at).forEach(node.events::add);

        node.liveFor(Duration.ofSeconds(60), new Look.Refused());

        assertThat(node.looks).hasSizeBetween(10, 30);
    }

    private Duration between(int one, int other) {
        return Duration.ofNanos(node.looks.get(other) - node.looks.get(one));
    }

    private static long at(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    /** A node where a look takes a millisecond, and time passes by waiting alone. */
    private static final class Node implements Waits {
        private static final long WORK = at(1);

        private final Deque<Long> events = new ArrayDeque<>();
        private final Deque<Look> script = new ArrayDeque<>();
        private final List<Long> looks = new ArrayList<>();
        private final List<Depth> depths = new ArrayList<>();
        private long now;
        private long end;

        void liveFor(Duration life, Look otherwise) {
            end = life.toNanos();
            try {
                new PacedLoop(this, () -> now, RandomGenerator.of("L64X128MixRandom")).run(depth -> {
                    looks.add(now);
                    depths.add(depth);
                    now += WORK;
                    return script.isEmpty() ? otherwise : script.remove();
                });
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public boolean isStopped() {
            return now >= end;
        }

        @Override
        public boolean await(Duration longest) {
            long deadline = Math.min(now + longest.toNanos(), end);
            if (!events.isEmpty() && events.element() <= deadline) {
                now = Math.max(now, events.element());
                events.removeIf(event -> event <= now);
                return true;
            }
            now = deadline;
            return isStopped();
        }

        @Override
        public void pause(Duration exactly) {
            now += Math.max(0, exactly.toNanos());
        }
    }
}
