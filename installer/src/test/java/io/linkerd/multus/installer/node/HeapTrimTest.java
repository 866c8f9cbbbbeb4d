// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.node.PacedLoop.Look;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapTrimTest {
    private static final Look QUIET = new Look.Quiet();

    private long now;
    private int collections;
    private final HeapTrim trim = new HeapTrim(() -> now, () -> collections++);

    @Test
    void collectsOnceWhatTheStartHasLeft() {
        trim.after(new Look.Changed(), Depth.PROMPT);
        pass(HeapTrim.LEAST);
        pass(HeapTrim.LEAST);

        assertThat(collections).isEqualTo(1);
    }

    /** It did, and the first repair of a new node took twice its time. */
    @Test
    void leavesTheFirstSecondsToRepairs() {
        pass(Duration.ZERO);
        pass(HeapTrim.LEAST.minusNanos(1));

        assertThat(collections).isZero();
    }

    @Test
    void neverHoldsUpWhatSomebodyMayWaitFor() {
        now = HeapTrim.LEAST.toNanos();
        trim.after(QUIET, Depth.PROMPT);
        trim.after(new Look.Changed(), Depth.THOROUGH);
        trim.after(new Look.Failed(), Depth.THOROUGH);
        trim.after(new Look.Refused(), Depth.THOROUGH);
        trim.after(new Look.Unsettled(Duration.ofSeconds(1)), Depth.THOROUGH);
        trim.after(new Look.GivingWay(Duration.ofSeconds(1)), Depth.THOROUGH);

        assertThat(collections).isZero();
    }

    @Test
    void collectsSoonAfterMuchWasWritten() {
        pass(HeapTrim.LEAST);
        write(HeapTrim.CHANGES);
        pass(HeapTrim.LEAST.minusNanos(1));
        assertThat(collections).isEqualTo(1);

        pass(Duration.ofNanos(1));
        pass(HeapTrim.LEAST);

        assertThat(collections).isEqualTo(2);
    }

    @Test
    void collectsOnceAnHourWhereLittleOrNothingIsWritten() {
        pass(HeapTrim.LEAST);
        write(HeapTrim.CHANGES - 1);
        pass(HeapTrim.MOST.minusNanos(1));
        assertThat(collections).isEqualTo(1);

        pass(Duration.ofNanos(1));
        pass(HeapTrim.MOST);

        assertThat(collections).isEqualTo(3);
    }

    private void write(int times) {
        for (int each = 0; each < times; each++) {
            trim.after(new Look.Changed(), Depth.PROMPT);
        }
    }

    private void pass(Duration time) {
        now += time.toNanos();
        trim.after(QUIET, Depth.THOROUGH);
    }
}
