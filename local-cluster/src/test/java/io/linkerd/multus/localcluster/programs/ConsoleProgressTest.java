// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConsoleProgressTest {
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    @Test
    void tellsOfAStepThatTakesLongUntilItIsDone() throws Exception {
        var progress = progress(Duration.ofMillis(1));

        progress.run("build", () -> await().until(() -> text().lines().count() >= 2));
        progress.say("built");

        assertThat(text().lines().toList())
                .first()
                .asString()
                .matches("\\[ {3}[0-9]\\.[0-9] s] build, for [0-9.]+ s now \\.\\.\\.");
        assertThat(text()).containsPattern("] build: [0-9.]+ s\n").endsWith("s] built\n");
    }

    @Test
    void saysOnlyWhatAShortStepTook() throws Exception {
        assertThat(progress(Duration.ofDays(1)).step("add", () -> 1 + 1)).isEqualTo(2);

        assertThat(text()).matches("\\[ {3}[0-9]\\.[0-9] s] add: [0-9.]+ s\n");
    }

    private Progress progress(Duration reminder) {
        return new ConsoleProgress(new PrintStream(text, true, StandardCharsets.UTF_8), reminder);
    }

    private String text() {
        return text.toString(StandardCharsets.UTF_8);
    }
}
