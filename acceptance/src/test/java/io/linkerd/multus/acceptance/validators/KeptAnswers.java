// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.linkerd.multus.localcluster.programs.Digests;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Answers of validators that passed, a file for each question: asked the same again, a validator is not run, and its kept words are
 * judged again. An answer that does not pass is never kept.
 *
 * @param folder where they are
 */
record KeptAnswers(Path folder, InstantSource clock) {
    private static final Duration UNUSED = Duration.ofDays(30);
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    /** Runs the validator. */
    interface Validator {
        Programs.Outcome run() throws IOException, InterruptedException;
    }

    /** Throws where there is an objection. */
    interface Judge {
        void judge(Answer answer) throws IOException;
    }

    /** What is in a file; the sum is of all else, since a file may be torn or half written by another program. */
    private record Kept(int exitCode, String output, String errors, String sum) {
        static Kept of(Programs.Outcome said) {
            return new Kept(
                    said.exitCode(),
                    said.output(),
                    said.errors(),
                    Digests.ofTexts(List.of(Integer.toString(said.exitCode()), said.output(), said.errors())));
        }

        Programs.Outcome outcome() {
            return new Programs.Outcome(exitCode, output, errors);
        }
    }

    /** {@return what the validator said, now or before, after it has been judged} */
    Programs.Outcome ask(Question question, Validator validator, Judge judge) throws IOException, InterruptedException {
        var file = folder.resolve(question.digest() + ".json");
        var before = read(file);
        var answer = before.isPresent() ? new Answer(before.get(), true) : new Answer(validator.run(), false);
        try {
            judge.judge(answer);
        } catch (AssertionError | IOException | RuntimeException objection) {
            Files.deleteIfExists(file);
            throw objection;
        }
        if (answer.kept() && Files.exists(file)) { // another build may have removed it meanwhile
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
        } else {
            keep(answer.said(), file);
        }
        return answer.said();
    }

    /** {@return what was kept there; empty too where it is not what was written} */
    private static Optional<Programs.Outcome> read(Path file) throws IOException {
        try {
            return Optional.ofNullable(JSON.readValue(Files.readAllBytes(file), Kept.class))
                    .filter(kept -> kept.equals(Kept.of(kept.outcome())))
                    .map(Kept::outcome);
        } catch (NoSuchFileException | JacksonException _) {
            return Optional.empty();
        }
    }

    private void keep(Programs.Outcome said, Path file) throws IOException {
        Files.createDirectories(folder);
        removeUnused();
        var made = Files.createTempFile(folder, "making-", ".tmp");
        try {
            Files.write(made, JSON.writeValueAsBytes(Kept.of(said)));
            Files.setLastModifiedTime(made, FileTime.from(clock.instant()));
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    /** Those of questions that were not asked for a month, and what killed runs had begun to write. */
    private void removeUnused() throws IOException {
        var oldest = FileTime.from(clock.instant().minus(UNUSED));
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                if (lastUsed(file).compareTo(oldest) < 0) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** {@return when it was asked for; now where another build has moved or removed it since it was listed} */
    private FileTime lastUsed(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file);
        } catch (NoSuchFileException _) {
            return FileTime.from(clock.instant());
        }
    }
}
