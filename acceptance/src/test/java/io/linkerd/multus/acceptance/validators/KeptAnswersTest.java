// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptAnswersTest {
    private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");
    private static final Programs.Outcome CONTENT = new Programs.Outcome(0, "warning: no icon\n", "errors\n");

    @TempDir
    private Path folder;

    private Path program;
    private Path input;
    private final AtomicInteger runs = new AtomicInteger();

    @BeforeEach
    void prepare() throws IOException {
        program = Files.writeString(folder.resolve("program"), "one");
        input = Files.createDirectories(folder.resolve("input/deeper"));
        Files.writeString(input.resolve("file"), "one");
    }

    private Question question() {
        return new Question(
                List.of(program),
                List.of("--strict"),
                List.of(folder.resolve("input")),
                Explained.nothing().and("no icon", "it has none"));
    }

    private KeptAnswers answers(Instant now) {
        return new KeptAnswers(folder.resolve("kept"), InstantSource.fixed(now));
    }

    private Programs.Outcome ask(Question question) throws Exception {
        return answers(NOW).ask(question, this::run, answer -> {});
    }

    private Programs.Outcome run() {
        runs.incrementAndGet();
        return CONTENT;
    }

    private List<Path> kept() throws IOException {
        try (var files = Files.list(folder.resolve("kept"))) {
            return files.toList();
        }
    }

    @Test
    void aValidatorIsNotRunAgainForTheSame() throws Exception {
        assertThat(ask(question())).isEqualTo(CONTENT);
        assertThat(ask(question())).isEqualTo(CONTENT);

        assertThat(runs).hasValue(1);
    }

    @Test
    void whatWasKeptIsJudgedAgain() throws Exception {
        ask(question());

        assertThatThrownBy(() -> answers(NOW).ask(question(), this::run, answer -> {
                    assertThat(answer.kept()).isTrue();
                    assertThat(answer.lines()).isEmpty();
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no icon");

        assertThat(kept()).as("an answer that does not pass is not kept").isEmpty();
    }

    @Test
    void aChangedByteOfTheInputIsAnotherQuestion() throws Exception {
        ask(question());
        Files.writeString(input.resolve("file"), "two");
        ask(question());

        assertThat(runs).hasValue(2);
    }

    @Test
    void aRenamedInputIsAnotherQuestion() throws Exception {
        ask(question());
        Files.move(input.resolve("file"), input.resolve("other"));
        ask(question());

        assertThat(runs).hasValue(2);
    }

    @Test
    void aChangedProgramIsAnotherQuestion() throws Exception {
        ask(question());
        Files.writeString(program, "another");
        ask(question());

        assertThat(runs).hasValue(2);
    }

    @Test
    void otherArgumentsAreAnotherQuestion() throws Exception {
        ask(question());
        var asked = question();
        ask(new Question(asked.programs(), List.of(), asked.inputs(), asked.explained()));

        assertThat(runs).hasValue(2);
    }

    @Test
    void anotherExplanationIsAnotherQuestion() throws Exception {
        ask(question());
        var asked = question();
        ask(new Question(asked.programs(), asked.arguments(), asked.inputs(), Explained.nothing()));

        assertThat(runs).hasValue(2);
    }

    /** Two builds have one cache. */
    @Test
    void whatAnotherBuildRemovesMeanwhileIsKeptAgain() throws Exception {
        ask(question());

        answers(NOW).ask(question(), this::run, _ -> {
            for (var file : kept()) {
                Files.delete(file);
            }
        });

        assertThat(kept()).hasSize(1);
        assertThat(runs).hasValue(1);
    }

    @Test
    void anAnswerWhoseJudgementBreaksIsNotKept() throws Exception {
        ask(question());

        assertThatThrownBy(() -> answers(NOW).ask(question(), this::run, _ -> {
                    throw new IllegalStateException("no such report");
                }))
                .hasMessage("no such report");

        assertThat(kept()).isEmpty();
    }

    @Test
    void anObjectionIsNotKept() throws Exception {
        for (var attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> answers(NOW).ask(question(), this::run, answer -> {
                        throw new AssertionError("mend or explain");
                    }))
                    .hasMessage("mend or explain");
        }

        assertThat(runs).hasValue(2);
    }

    @Test
    void aTornFileIsAsIfThereWereNone() throws Exception {
        ask(question());
        var file = kept().getFirst();
        var whole = Files.readString(file);

        for (var torn : List.of(
                "", whole.substring(0, whole.length() / 2), whole.replace("no icon", "no name"), "null", "{}")) {
            Files.writeString(file, torn);
            assertThat(ask(question())).as(torn).isEqualTo(CONTENT);
            assertThat(file).content().isEqualTo(whole);
        }

        assertThat(runs).hasValue(6);
    }

    @Test
    void whatIsNotAskedForAMonthGoes() throws Exception {
        ask(question());
        var used = kept().getFirst();
        var later = NOW.plus(Duration.ofDays(29));
        answers(later).ask(question(), this::run, answer -> {});
        Files.writeString(input.resolve("file"), "two");

        answers(later.plus(Duration.ofDays(29))).ask(question(), this::run, answer -> {});
        assertThat(kept()).as("used 29 days ago").hasSize(2).contains(used);

        Files.writeString(input.resolve("file"), "three");
        answers(later.plus(Duration.ofDays(31))).ask(question(), this::run, answer -> {});
        assertThat(kept()).as("used 31 days ago").hasSize(2).doesNotContain(used);
    }
}
