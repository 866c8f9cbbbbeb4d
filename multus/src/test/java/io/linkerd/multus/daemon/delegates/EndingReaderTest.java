// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.requests.CniError;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The words are upstream's, as {@code pluginErr} of libcni puts them together. */
class EndingReaderTest {

    record Case(String name, PluginEnding ending, CniError error) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "silent", exited(1, "", ""), error(0, "netplugin failed with no error message: exit status 1")),
                new Case(
                        "killed",
                        exited(137, "", ""),
                        error(0, "netplugin failed with no error message: signal: killed")),
                new Case(
                        "crashed",
                        exited(139, "", ""),
                        error(0, "netplugin failed with no error message: signal: segmentation fault")),
                new Case(
                        "no signal",
                        exited(200, "", ""),
                        error(0, "netplugin failed with no error message: exit status 200")),
                new Case(
                        "stderr alone",
                        exited(2, "", "panic:\t\"x\"\n"),
                        error(0, "netplugin failed: \"panic:\\t\\\"x\\\"\\n\"")),
                new Case(
                        "an error of CNI",
                        exited(
                                1,
                                "{\"cniVersion\":\"1.0.0\",\"code\":11,\"msg\":\"wait\",\"details\":\"busy\"}\n",
                                "more"),
                        new CniError(11, "wait", "busy")),
                new Case("an error in another case", exited(1, "{\"Code\":7,\"MSG\":\"m\"}", ""), error(7, "m")),
                new Case(
                        "an error of nulls",
                        exited(1, "{\"code\":null,\"msg\":\"m\",\"details\":null}", ""),
                        error(0, "m")),
                new Case(
                        "an error without words",
                        exited(3, "{\"code\":100}", ""),
                        error(100, "netplugin failed with no error message: exit status 3")),
                new Case(
                        "a code that is a text",
                        exited(1, "{\"code\":\"7\"}", ""),
                        error(
                                0,
                                "netplugin failed but error parsing its diagnostic message \"{\\\"code\\\":\\\"7\\\"}\": \"code\" is not a whole number from 0")),
                new Case(
                        "a code below zero",
                        exited(1, "{\"code\":-1}", ""),
                        error(
                                0,
                                "netplugin failed but error parsing its diagnostic message \"{\\\"code\\\":-1}\": \"code\" is not a whole number from 0")),
                new Case(
                        "a message that is a number",
                        exited(1, "{\"msg\":7}", ""),
                        error(
                                0,
                                "netplugin failed but error parsing its diagnostic message \"{\\\"msg\\\":7}\": \"msg\" is not a string")),
                new Case(
                        "a list",
                        exited(1, "[]", ""),
                        error(
                                0,
                                "netplugin failed but error parsing its diagnostic message \"[]\": not a JSON object")),
                new Case(
                        "did not start",
                        new PluginEnding.NotStarted("fork/exec /x: permission denied", false),
                        error(0, "netplugin failed with no error message: fork/exec /x: permission denied")),
                new Case(
                        "late",
                        new PluginEnding.Late(Duration.ofSeconds(2), "waiting\n"),
                        error(11, "netplugin failed: it had not ended after 2000 ms and was killed: \"waiting\\n\"")),
                new Case(
                        "abandoned",
                        new PluginEnding.Abandoned(Duration.ofSeconds(2), ""),
                        error(
                                11,
                                "netplugin failed: its caller does not wait any more, and after 2000 ms it was killed")),
                new Case(
                        "too much",
                        new PluginEnding.TooMuch(5),
                        error(0, "netplugin failed: it printed more than 5 bytes and was killed")),
                new Case(
                        "no place",
                        new PluginEnding.NoPlace(),
                        error(11, "netplugin not called: as many plugins ran as may run at a time")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void tellsWhatHasHappened(Case each) {
        assertThat(EndingReader.answer(each.ending())).isEqualTo(new PluginAnswer.Failed(each.error()));
    }

    @Test
    void aPluginThatSucceedsIsNotReadHere() {
        assertThat(EndingReader.answer(exited(0, "anything", "noise"))).isEqualTo(new PluginAnswer.Done("anything"));
    }

    @Test
    void outputThatIsNoJsonIsRepeatedInPart() {
        assertThat(EndingReader.answer(exited(1, "x".repeat(100_000), "")))
                .isInstanceOfSatisfying(PluginAnswer.Failed.class, failed -> {
                    assertThat(failed.why().message())
                            .startsWith("netplugin failed but error parsing its diagnostic message \"xxx")
                            .contains("x…\": ");
                    assertThat(failed.why().message()).hasSizeLessThan(5000);
                });
    }

    @Test
    void anyOutputHasAnAnswerOfOneLine() {
        property().forAll(texts(), texts()).checkAssert((stdout, stderr) -> {
            assertThat(EndingReader.answer(exited(1, stdout, stderr)))
                    .isInstanceOfSatisfying(
                            PluginAnswer.Failed.class,
                            failed -> assertThat(failed.why().message())
                                    .startsWith("netplugin failed")
                                    .doesNotContain("\n"));
            assertThat(PluginResult.read(stdout, "1.0.0")).isNotNull();
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{\"cniVersion\":\"0.4.0\", \"ips\":[] }|1.0.0|{\"cniVersion\":\"0.4.0\", \"ips\":[] }",
                " {\"ips\":[]}|1.0.0|{\"ips\":[],\"cniVersion\":\"1.0.0\"}",
                "{\"cniVersion\":\"\"}|1.0.0|{\"cniVersion\":\"1.0.0\"}",
                "{\"cniVersion\":null}|''|{\"cniVersion\":\"0.1.0\"}",
                "{\"cniVersion\":1}|0.3.1|{\"cniVersion\":\"0.3.1\"}",
                "null|0.4.0|{\"cniVersion\":\"0.4.0\"}",
            })
    void aResultHasAVersion(String output, String configVersion, String result) {
        assertThat(PluginResult.read(output, configVersion)).isEqualTo(new Result.Ok<>(result));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "''|failed to unmarshal raw result: unexpected end of JSON input",
                "[]|failed to unmarshal raw result: not a JSON object",
                "{\"cniVersion\":\"2.0.0\"}|unsupported CNI result version \"2.0.0\"",
            })
    void whatIsNoResultIsRefused(String output, String reason) {
        assertThat(PluginResult.read(output, "1.0.0")).isEqualTo(new Result.Not<>(reason));
    }

    private static PluginEnding exited(int status, String stdout, String stderr) {
        return new PluginEnding.Exited(status, stdout, stderr);
    }

    private static CniError error(int code, String message) {
        return new CniError(code, message, "");
    }
}
