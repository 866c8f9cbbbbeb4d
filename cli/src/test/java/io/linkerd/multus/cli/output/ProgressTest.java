// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final String CLEARED = "\r\u001b[K";

    private final AtomicLong now = new AtomicLong();
    private final StringWriter written = new StringWriter();

    private Progress progress(boolean shown) {
        return new Progress(new PrintWriter(written), shown, now::get);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void shortWorkSaysNothing() {
        try (var progress = progress(true)) {
            progress.step("reading pods");
            pass(Duration.ofMillis(999));
            progress.step("reading nodes");
        }

        assertThat(written).asString().isEmpty();
    }

    @Test
    void longWorkTellsItsStepOnOneLineThatIsClearedAtTheEnd() {
        try (var progress = progress(true)) {
            progress.step("reading pods");
            pass(Duration.ofSeconds(1));
            progress.tell();
            progress.tell();
            progress.step("reading nodes");
        }

        assertThat(written).asString().isEqualTo(CLEARED + "reading pods" + CLEARED + "reading nodes" + CLEARED);
    }

    @Test
    void aFileOrAPipeGetsNothing() {
        try (var progress = progress(false)) {
            pass(Duration.ofSeconds(9));
            progress.step("reading pods");
        }

        assertThat(written).asString().isEmpty();
    }

    @Test
    void aLongStepIsCutSoThatTheLineDoesNotBreak() {
        try (var progress = progress(true)) {
            pass(Duration.ofSeconds(9));
            progress.step("x".repeat(300) + "\nsecond");
            assertThat(written).asString().isEqualTo(CLEARED + "x".repeat(79));
        }
    }

    @Test
    void nothingIsToldAfterTheEnd() {
        var progress = progress(true);
        pass(Duration.ofSeconds(9));
        progress.close();
        progress.step("late");

        assertThat(progress.tell()).isFalse();
        assertThat(written).asString().isEmpty();
    }
}
