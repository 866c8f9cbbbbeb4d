// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.server.Answer;
import io.linkerd.multus.daemon.spool.SpoolFile.Kind;
import io.linkerd.multus.daemon.spool.SpoolPlan.Moment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpoolPlanTest {
    private static final Instant DATE = Instant.parse("2026-01-31T00:00:00Z");
    private static final Moment NOW = new Moment(DATE, Duration.ofDays(30).toNanos());

    @Test
    void replaysTheOldestFirst() {
        var old = file("b.json", Duration.ofMinutes(2));
        var young = file("a.json", Duration.ofMinutes(1));

        assertThat(SpoolPlan.of(List.of(young, old), Map.of(), NOW))
                .containsExactly(new SpoolStep.Replay(old), new SpoolStep.Replay(young));
    }

    /** The date of a node without a clock jumps by years after its start. */
    @Test
    void givesUpNothingThatItHasNotTried() {
        var ancient = file("a.json", Duration.ofDays(9000));

        assertThat(SpoolPlan.of(List.of(ancient), Map.of(), NOW)).containsExactly(new SpoolStep.Replay(ancient));
        assertThat(SpoolPlan.of(List.of(ancient), Map.of("a.json", trial("another", NOW.nanos(), 0)), NOW))
                .containsExactly(new SpoolStep.Replay(ancient));
        assertThat(SpoolPlan.of(List.of(ancient), Map.of("a.json", trial("a.json", NOW.nanos(), 0)), NOW))
                .containsExactly(new SpoolStep.GiveUp(ancient, "why"));
    }

    /** A date of the future never grows old. */
    @Test
    void givesUpWhatItHasTriedForAWeek() {
        var future = file("a.json", Duration.ofDays(-9000));
        long since = NOW.nanos() - SpoolPlan.LONGEST_KEPT.toNanos();

        assertThat(SpoolPlan.of(List.of(future), Map.of("a.json", trial("a.json", since, 0)), NOW))
                .containsExactly(new SpoolStep.Replay(future));
        assertThat(SpoolPlan.of(List.of(future), Map.of("a.json", trial("a.json", since - 1, 0)), NOW))
                .containsExactly(new SpoolStep.GiveUp(future, "why"));
    }

    @Test
    void waitsForTheNextTry() {
        var file = file("a.json", Duration.ofDays(8));

        assertThat(SpoolPlan.of(List.of(file), Map.of("a.json", trial("a.json", 0, NOW.nanos() + 1)), NOW))
                .isEmpty();
    }

    @Test
    void leavesAloneWhatAShimIsWriting() {
        var young = file(".a.json.7.tmp", SpoolPlan.LONGEST_WRITTEN);
        var left = file(".b.json.7.tmp", SpoolPlan.LONGEST_WRITTEN.plusNanos(1));
        var other = file(".lock", Duration.ofDays(90));

        assertThat(SpoolPlan.of(List.of(young, left, other), Map.of(), NOW))
                .containsExactly(new SpoolStep.TidyUp(left));
    }

    @Test
    void discardsWhatIsNoFileOfAShims() {
        assertThat(List.of(
                        file("a", Kind.NO_FILE, 1),
                        file("b", Kind.EXPOSED, 1),
                        file("c", Kind.PRIVATE, SpoolFolder.LONGEST + 1)))
                .allSatisfy(file -> assertThat(SpoolPlan.of(List.of(file), Map.of(), NOW))
                        .singleElement()
                        .isInstanceOf(SpoolStep.Discard.class));
        var longest = file("c", Kind.PRIVATE, SpoolFolder.LONGEST);
        assertThat(SpoolPlan.of(List.of(longest), Map.of(), NOW)).containsExactly(new SpoolStep.Replay(longest));
    }

    /** Plans of generated spools, each step beside what a file on its own would get. */
    @Test
    void hasOneStepAtMostForEachFileInTheirOrder() {
        for (long seed = 0; seed < 2_000; seed++) {
            var random = new Random(seed);
            var files = new ArrayList<SpoolFile>();
            var trials = new HashMap<String, Trial>();
            for (int i = random.nextInt(20); i > 0; i--) {
                var name = (random.nextInt(5) == 0 ? "." : "") + i + (random.nextBoolean() ? ".json" : ".tmp");
                var kind = List.of(Kind.values()).get(random.nextInt(3));
                files.add(new SpoolFile(
                        Path.of("/s", name),
                        kind,
                        random.nextInt(3) * 2_000_000L,
                        DATE.minusSeconds(random.nextInt(900_000)),
                        name));
                if (random.nextBoolean()) {
                    trials.put(
                            name,
                            trial(
                                    random.nextInt(4) == 0 ? "x" : name,
                                    random.nextLong(NOW.nanos()),
                                    random.nextLong(2 * NOW.nanos())));
                }
            }
            var steps = SpoolPlan.of(files, trials, NOW);
            var stepped = steps.stream().map(SpoolPlanTest::file).toList();
            assertThat(stepped)
                    .as("seed %d", seed)
                    .isSortedAccordingTo(SpoolFile.OLDEST_FIRST)
                    .doesNotHaveDuplicates();
            for (var file : files) {
                var name = file.name();
                boolean waits = trials.containsKey(name)
                        && trials.get(name).identity().equals(name)
                        && trials.get(name).next() > NOW.nanos();
                boolean hidden = name.startsWith(".");
                assertThat(stepped.contains(file) || waits || hidden)
                        .as("seed %d, %s", seed, file)
                        .isTrue();
                assertThat(stepped.contains(file) && waits)
                        .as("seed %d, %s", seed, file)
                        .isFalse();
            }
            assertThat(new HashSet<>(steps).stream().filter(SpoolStep.Replay.class::isInstance))
                    .as("seed %d", seed)
                    .allMatch(step -> file(step).kind() == Kind.PRIVATE
                            && !file(step).isHidden()
                            && file(step).bytes() <= SpoolFolder.LONGEST);
        }
    }

    @Test
    void whatNoTryMendsIsRefusedAndAllElseIsTriedAgain() {
        assertThat(ReplayVerdict.of(Answer.done())).isInstanceOf(ReplayVerdict.Done.class);
        for (int code : List.of(1, 2, 3, 4, 7)) {
            assertThat(ReplayVerdict.of(Answer.failed(code, "m", ""))).isInstanceOf(ReplayVerdict.Refused.class);
        }
        for (int code : List.of(5, 6, 8, 11, 42, 100, 999)) {
            assertThat(ReplayVerdict.of(Answer.failed(code, "m", ""))).isInstanceOf(ReplayVerdict.Failed.class);
        }
        assertThat(ReplayVerdict.of(Answer.failed("words"))).isInstanceOf(ReplayVerdict.Failed.class);
        assertThat(ReplayVerdict.of(new Answer(503, Answer.Media.JSON, "{\"code\":3,\"msg\":\"m\"}")))
                .isInstanceOf(ReplayVerdict.Failed.class);
    }

    private static SpoolFile file(SpoolStep step) {
        return switch (step) {
            case SpoolStep.Replay(var file) -> file;
            case SpoolStep.Discard(var file, var _) -> file;
            case SpoolStep.TidyUp(var file) -> file;
            case SpoolStep.GiveUp(var file, var _) -> file;
        };
    }

    private static SpoolFile file(String name, Duration age) {
        return new SpoolFile(Path.of("/s", name), Kind.PRIVATE, 1, DATE.minus(age), name);
    }

    private static SpoolFile file(String name, Kind kind, long bytes) {
        return new SpoolFile(Path.of("/s", name), kind, bytes, DATE, name);
    }

    private static Trial trial(String identity, long since, long next) {
        return new Trial(identity, 1, since, next, "why");
    }
}
