// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.reconcile;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PendingKeysTest {
    private final PendingKeys<String> keys = new PendingKeys<>();

    @Test
    void givesKeysInOrderAndEachOnce() {
        keys.add("a", 0);
        keys.add("b", 0);
        keys.add("a", 0);
        assertThat(keys.poll(0)).contains("a");
        assertThat(keys.poll(0)).contains("b");
        assertThat(keys.poll(0)).isEmpty();
    }

    @Test
    void keepsAKeyBackWhileItIsInWorkAndGivesItAgainAfterwards() {
        keys.add("a", 0);
        assertThat(keys.poll(0)).contains("a");
        keys.add("a", 0);
        assertThat(keys.poll(0)).isEmpty();
        keys.done("a", 0);
        assertThat(keys.poll(0)).contains("a");
    }

    @Test
    void givesADelayedKeyWhenItIsDue() {
        keys.addAt("a", 100);
        assertThat(keys.poll(99)).isEmpty();
        assertThat(keys.poll(100)).contains("a");
    }

    @Test
    void keepsTheEarlierOfTwoMoments() {
        assertThat(keys.addAt("a", 100)).isTrue();
        assertThat(keys.addAt("a", 200)).as("whether a timer is needed").isFalse();
        assertThat(keys.addAt("a", 50)).isTrue();
        assertThat(keys.poll(50)).contains("a");
        keys.done("a", 0);
        assertThat(keys.poll(500)).isEmpty();
    }

    @Test
    void survivesTheWrapOfTheMonotonicClock() {
        keys.addAt("late", Long.MIN_VALUE + 10);
        keys.addAt("early", Long.MAX_VALUE - 10);
        assertThat(keys.poll(Long.MAX_VALUE)).contains("early");
        assertThat(keys.poll(Long.MAX_VALUE)).isEmpty();
        assertThat(keys.poll(Long.MIN_VALUE + 10)).contains("late");
    }

    @Test
    void countsWhatCouldBeWorkedOnNow() {
        keys.add("a", 0);
        keys.add("b", 0);
        keys.addAt("later", 100);
        assertThat(keys.length()).isEqualTo(2);
        keys.poll(0);
        keys.add("a", 0);
        assertThat(keys.length()).as("one of them again").isEqualTo(2);
    }

    @Test
    void knowsSinceWhenTheOldestKeyHasWaited() {
        assertThat(keys.oldest()).isEmpty();
        keys.add("a", 5);
        keys.add("b", 7);
        keys.add("a", 9);
        assertThat(keys.oldest()).contains(5L);
        keys.poll(10);
        assertThat(keys.oldest()).contains(7L);
        keys.add("a", 11);
        keys.poll(12);
        keys.done("a", 13);
        assertThat(keys.oldest()).as("it came again while it was worked on").contains(13L);
    }

    @Test
    void whoIsToldOfDoesNotWaitForALookAtAll() {
        keys.addLook("a", 0);
        keys.addLook("b", 0);
        keys.addLook("c", 0);
        keys.add("new", 1);
        assertThat(keys.poll(2)).contains("new");
    }

    @Test
    void aLookAtAllDoesNotWaitForWhoTellsAgainAndAgain() {
        keys.addLook("a", 0);
        keys.add("b", 0);
        keys.add("c", 0);
        assertThat(keys.poll(0)).contains("b");
        assertThat(keys.poll(0)).contains("a");
        assertThat(keys.poll(0)).contains("c");
    }

    @Test
    void whatIsLookedAtAndToldOfComesOnce() {
        keys.addLook("a", 0);
        keys.addLook("b", 0);
        keys.add("b", 1);
        keys.addLook("b", 2);
        assertThat(keys.length()).isEqualTo(2);
        assertThat(keys.poll(3)).contains("b");
        assertThat(keys.poll(3)).contains("a");
        assertThat(keys.poll(3)).isEmpty();
    }

    /** Digits are keys: below 4 added, below 8 added with a delay, below 12 looked at, else polled, and what was polled ends in random order. */
    @Test
    void losesNoKeyAndNeverGivesOneTwiceAtATime() {
        property()
                .forAll(lists().of(integers().between(0, 15)).ofSizeBetween(0, 60))
                .checkAssert(PendingKeysTest::losesNoKey);
    }

    private static void losesNoKey(List<Integer> steps) {
        var tested = new PendingKeys<Integer>();
        Set<Integer> owed = new HashSet<>();
        Set<Integer> inWork = new HashSet<>();
        for (int step : steps) {
            int key = step % 4;
            if (step < 4) {
                tested.add(key, 0);
                owed.add(key);
            } else if (step < 8) {
                tested.addAt(key, step);
                owed.add(key);
            } else if (step < 12) {
                tested.addLook(key, 0);
                owed.add(key);
            } else if (inWork.remove(key)) {
                tested.done(key, 0);
            } else {
                tested.poll(100).ifPresent(given -> {
                    assertThat(inWork.add(given)).isTrue();
                    owed.remove(given);
                });
            }
        }
        inWork.forEach(key -> tested.done(key, 0));
        for (var given = tested.poll(100); given.isPresent(); given = tested.poll(100)) {
            owed.remove(given.get());
            tested.done(given.get(), 0);
        }
        assertThat(owed).isEmpty();
    }
}
