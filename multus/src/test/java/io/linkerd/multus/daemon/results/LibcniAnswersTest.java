// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.results.LibcniAnswers.Answer;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LibcniAnswersTest {

    @Test
    void readsAndRefusesTheOutputsThatLibcniDoes() {
        LibcniAnswers.all()
                .forEach(answer -> assertThat(read(answer) instanceof Result.Not<CniResult>)
                        .as("%s: %s", answer, read(answer))
                        .isEqualTo(answer.isError()));
    }

    @Test
    void handsAResultToTheNextPluginAsLibcniDoes() {
        LibcniAnswers.results()
                .forEach(answer -> assertThat(JsonTree.of(result(answer).json()))
                        .as(answer.toString())
                        .isEqualTo(answer.own()));
    }

    @Test
    void answersShimsWithTheNewestForm() {
        LibcniAnswers.results()
                .forEach(answer -> assertThat(JsonTree.of(result(answer).answer(ResultVersion.NEWEST)))
                        .as(answer.toString())
                        .isEqualTo(Map.of("Result", answer.newest())));
    }

    @Test
    void convertsToEachVersionOrRefusesAsLibcniDoes() {
        LibcniAnswers.results()
                .forEach(answer -> assertThat(
                                Stream.of(ResultVersion.values()).map(version -> converted(result(answer), version)))
                        .as(answer.toString())
                        .containsExactlyElementsOf(Stream.of(ResultVersion.values())
                                .map(answer::as)
                                .toList()));
    }

    @Test
    void readsWhatItWritesItself() {
        LibcniAnswers.results()
                .map(LibcniAnswersTest::result)
                .filter(LibcniAnswersTest::isComplete)
                .forEach(result -> {
                    var written = result.json();
                    assertThat(CniResult.ofPlugin(written.getBytes(UTF_8), "0.9.9"))
                            .as(written)
                            .isEqualTo(new Result.Ok<>(result));
                });
    }

    /** What is left out of a result is written as {@code <nil>}, which libcni itself does not read. */
    private static boolean isComplete(CniResult result) {
        return !result.json().contains("nil\\u003e");
    }

    private static Optional<Object> converted(CniResult result, ResultVersion version) {
        return switch (result.in(version)) {
            case Result.Ok<CniResult>(var other) -> Optional.of(JsonTree.of(other.json()));
            case Result.Not<CniResult> _ -> Optional.empty();
        };
    }

    private static Result<CniResult> read(Answer answer) {
        return CniResult.ofPlugin(answer.stdout().getBytes(UTF_8), answer.configVersion());
    }

    private static CniResult result(Answer answer) {
        return read(answer).orElse(reason -> {
            throw new AssertionError(reason + " in " + answer);
        });
    }
}
