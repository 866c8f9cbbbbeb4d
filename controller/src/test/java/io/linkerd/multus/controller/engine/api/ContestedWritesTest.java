// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ContestedWritesTest {
    private static final String OBJECT = "configmaps shop/kept";

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final AtomicLong versions = new AtomicLong();
    private final ContestedWrites writes = new ContestedWrites(now::get);

    /** It was written once more for each change of the other writer, as fast as the API server takes it. */
    @Test
    void waitsLongerAndLongerForWhatIsUndoneAgainAndAgain() {
        var pauses = new ArrayList<Long>();
        for (int round = 0; round < 15; round++) {
            var left = writes.turn(OBJECT, 1).orElse(Duration.ZERO);
            pauses.add(left.toMillis());
            pass(left);
            assertThat(writes.turn(OBJECT, 1)).isEmpty();
            wrote(1);
        }

        assertThat(pauses)
                .isEqualTo(List.of(
                        0L, 0L, 0L, 0L, 0L, 100L, 200L, 400L, 800L, 1600L, 3200L, 6400L, 12800L, 25600L, 30000L));
    }

    @Test
    void writesAnotherContentAtOnce() {
        fight();

        assertThat(writes.turn(OBJECT, 2)).isEmpty();
        wrote(2);
        assertThat(writes.turn(OBJECT, 2)).isEmpty();
    }

    @Test
    void isOverOnceARepairHasStood() {
        fight();
        writes.turn(OBJECT, 1).ifPresent(this::pass);
        wrote(1);

        pass(Duration.ofSeconds(5));

        for (int repair = 0; repair < 4; repair++) {
            assertThat(writes.turn(OBJECT, 1)).isEmpty();
            wrote(1);
        }
    }

    @Test
    void keepsObjectsApart() {
        fight();

        assertThat(writes.turn("configmaps shop/other", 1)).isEmpty();
        assertThatCode(() -> writes.requirePeace("configmaps shop/other")).doesNotThrowAnyException();
    }

    /** One that writes annotations alone was taken for a rival, and so was a look at the list from before our own write. */
    @Test
    void takesNoWriteForARepairThatChangesNothing() {
        writes.wrote(OBJECT, 1, new Precondition.None(), new Written("1", "1"));
        for (int version = 2; version < 20; version++) {
            assertThat(writes.turn(OBJECT, 1)).isEmpty();
            var annotated = Integer.toString(version);
            writes.wrote(OBJECT, 1, new Precondition.Any(annotated), new Written(annotated, annotated));
            assertThat(writes.turn(OBJECT, 1)).isEmpty();
            writes.wrote(OBJECT, 1, new Precondition.Any("1"), new Written(annotated, annotated));
        }

        assertThatCode(() -> writes.requirePeace(OBJECT)).doesNotThrowAnyException();
    }

    /** Between two repairs all is well for a moment: what was told of the fight came and went each time. */
    @Test
    void isAFightUntilARepairHasStood() {
        fight();
        writes.turn(OBJECT, 1).ifPresent(this::pass);
        wrote(1);

        var fight = catchThrowableOfType(Contested.class, () -> writes.requirePeace(OBJECT));
        assertThat(fight.left()).isPositive();
        assertThat(fight.inWords()).contains(OBJECT);
        assertThat(Contested.REASON).doesNotContain(OBJECT);

        pass(fight.left());
        assertThatCode(() -> writes.requirePeace(OBJECT)).doesNotThrowAnyException();
    }

    /** What is deleted and comes again each time was deleted as fast as it came: a deletion ended the fight. */
    @Test
    void waitsLongerAndLongerForWhatIsMadeAnewAgainAndAgain() {
        for (int uid = 0; uid < 5; uid++) {
            writes.requireTurnToDelete(OBJECT);
            writes.deleted(OBJECT, "uid-" + uid);
            wrote(uid); // as where it is replaced
        }

        assertThatThrownBy(() -> writes.requireTurnToDelete(OBJECT)).isInstanceOf(Contested.class);
        assertThatThrownBy(() -> writes.requirePeace(OBJECT)).isInstanceOf(Contested.class);
    }

    @Test
    void deletesWhatAFinalizerKeepsAsOftenAsItIsAsked() {
        for (int look = 0; look < 50; look++) {
            writes.requireTurnToDelete(OBJECT);
            writes.deleted(OBJECT, "uid");
        }
        assertThatCode(() -> writes.requirePeace(OBJECT)).doesNotThrowAnyException();
    }

    /** What ends by anything but our own next write was a fight until the process ended: a namespace that asks no more, another keeper. */
    @Test
    void isOverWhereOurTurnCameAndWasNotTaken() {
        fight();
        assertThat(writes.turn(OBJECT, 1)).isPresent();
        assertThatThrownBy(() -> writes.requirePeace(OBJECT)).isInstanceOf(Contested.class);

        pass(Duration.ofSeconds(60));

        assertThatCode(() -> writes.requirePeace(OBJECT)).doesNotThrowAnyException();
    }

    /** As where each send fails: the object is as the other writer wants it. */
    @Test
    void isAFightForAsLongAsOurTurnIsAskedFor() {
        fight();
        for (int second = 0; second < 60; second++) {
            pass(Duration.ofSeconds(1));
            assertThat(writes.turn(OBJECT, 1)).isEmpty();
            assertThatThrownBy(() -> writes.requirePeace(OBJECT)).isInstanceOf(Contested.class);
        }
    }

    @Test
    void isOverOnceTheObjectIsDeleted() {
        fight();

        writes.deleted(OBJECT, "uid");

        assertThatCode(() -> writes.requirePeace(OBJECT)).doesNotThrowAnyException();
    }

    /** A rollout's DaemonSet, of which the watch lags: each update of its status was a repair. */
    @Test
    void takesNoUpdateOfAStatusForAnotherWriter() {
        for (int version = 1; version < 7; version++) {
            assertThat(writes.turn(OBJECT, 1)).isEmpty();
            wrote(version, 3, "2026-01-01T00:00:00Z");
        }

        assertThatCode(() -> writes.requirePeace(OBJECT)).doesNotThrowAnyException();
    }

    /** Labels are of no generation: who takes them away was none either. */
    @Test
    void takesAnotherTimeOfOurFieldsForARepair() {
        for (int second = 1; second < 7; second++) {
            writes.turn(OBJECT, 1).ifPresent(this::pass);
            wrote(second, 3, "2026-01-01T00:00:0%dZ".formatted(second));
        }

        assertThatThrownBy(() -> writes.requirePeace(OBJECT)).isInstanceOf(Contested.class);
    }

    private void wrote(int version, long generation, String time) {
        var metadata = new ObjectMetaBuilder()
                .withUid("uid")
                .withGeneration(generation)
                .withResourceVersion(Integer.toString(version))
                .addNewManagedField()
                .withManager("me")
                .withOperation("Apply")
                .withTime(time)
                .endManagedField()
                .build();
        writes.wrote(OBJECT, 1, new Precondition.Any("0"), Written.of(metadata, "me"));
    }

    /** Each as another change by us would find the object: with a version of its own. */
    private void wrote(int content) {
        var version = "version " + versions.incrementAndGet();
        writes.wrote(OBJECT, content, new Precondition.None(), new Written(version, version));
    }

    private void fight() {
        for (int write = 0; write < 6; write++) {
            writes.turn(OBJECT, 1).ifPresent(this::pass);
            wrote(1);
        }
        assertThat(writes.turn(OBJECT, 1)).isPresent();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
