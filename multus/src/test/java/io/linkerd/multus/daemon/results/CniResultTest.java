// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import static io.linkerd.multus.contracts.cases.Cases.anyBytes;
import static io.linkerd.multus.contracts.cases.Cases.property;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CniResultTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '$', textBlock = """
        {"cniVersion":"0.9.0"}                          | results of version "0.9.0" are not known
        []                                              | the result is no object
        {"ips":[{"address":"10.1.2.3"}]}                | ips[0].address is no IP address with a length
        {"ips":[{},{"address":null}]}                   | ips[1].address is no IP address with a length
        {"ips":[null]}                                  | ips[0] is no object
        {"routes":[{"dst":"10.0.0.0/8","gw":"x"}]}      | routes[0].gw is no IP address
        {"interfaces":[{"mtu":"1500"}]}                 | interfaces[0].mtu is no whole number
        {"interfaces":{}}                               | interfaces is no list
        {"dns":{"search":[1]}}                          | dns.search[0] is no text
        {"dns":[]}                                      | dns is no object
        {"interfaces":                                  | byte 14: ends in the middle of a value
        """)
    void saysWhereAResultIsWrong(String output, String reason) {
        assertThat(read(output, "1.0.0")).isEqualTo(new Result.Not<>(reason));
    }

    @Test
    void namesAVersionWhereNeitherResultNorConfigurationDoes() {
        assertThat(read("{}", "")).isEqualTo(read("{\"cniVersion\":\"0.1.0\"}", "1.1.0"));
    }

    @Test
    void refusesAnOutputThatIsTooLong() {
        assertThat(read(" ".repeat((1 << 20) + 1), "1.0.0")).isEqualTo(new Result.Not<>("longer than 1048576 bytes"));
    }

    @Test
    void leavesOutWhatLibcniDoesNotKnow() {
        var result = ok("{\"cniVersion\":\"1.0.0\",\"more\":1,\"interfaces\":[{\"name\":\"a\",\"more\":true}]}", "");

        assertThat(result.json()).isEqualTo("{\"cniVersion\":\"1.0.0\",\"interfaces\":[{\"name\":\"a\"}]}");
    }

    @Test
    void tellsOldPluginsWhyTheyGetNoResult() {
        assertThat(ok("{\"interfaces\":[{\"name\":\"a\"}]}", "0.4.0").in(ResultVersion.V0_2_0))
                .isEqualTo(new Result.Not<>("version 0.2.0 has no results without an IP address"));
    }

    @Test
    void answersAShimThatConvertsFromTheNewestForm() {
        var output =
                "{\"ips\":[{\"version\":\"4\",\"address\":\"10.1.2.3/24\"}],\"interfaces\":[{\"name\":\"eth0\"}],\"dns\":{}}";

        assertThat(ok(output, "0.3.1").answer(ResultVersion.NEWEST))
                .isEqualTo("{\"Result\":{\"cniVersion\":\"1.1.0\",\"interfaces\":[{\"name\":\"eth0\"}],"
                        + "\"ips\":[{\"address\":\"10.1.2.3/24\"}]}}");
    }

    /** Multus 4.0 has no converter for what is newer than the configuration that its daemon made. */
    @Test
    void answersAShimOfUpstreams4Dot0InTheVersionThatItReads() {
        var mtu = "{\"cniVersion\":\"1.1.0\",\"interfaces\":[{\"name\":\"eth0\",\"mtu\":1400}]}";

        assertThat(ok(mtu, "1.1.0").answer(ResultVersion.toldFor("1.0.0")))
                .isEqualTo("{\"Result\":{\"cniVersion\":\"1.0.0\",\"interfaces\":[{\"name\":\"eth0\",\"mtu\":1400}]}}");
        assertThat(Stream.of("", "0.3.1", "1.0.0", "1.1.0").map(ResultVersion::toldFor))
                .containsExactly(
                        ResultVersion.V1_0_0, ResultVersion.V1_0_0, ResultVersion.V1_0_0, ResultVersion.V1_1_0);
    }

    @Test
    void readsAnyBytesWithoutFailing() {
        property()
                .forAll(anyBytes())
                .checkAssert(
                        bytes -> assertThat(CniResult.ofPlugin(bytes, "1.0.0")).isNotNull());
    }

    static Stream<CniResult> results() {
        return LibcniAnswers.results().map(answer -> ok(answer.stdout(), answer.configVersion()));
    }

    @ParameterizedTest
    @MethodSource("results")
    void isTheSameInItsOwnVersion(CniResult result) {
        assertThat(result.in(result.version())).isEqualTo(new Result.Ok<>(result));
    }

    @ParameterizedTest
    @MethodSource("results")
    void losesNothingByVersionsOfTheSameForm(CniResult result) {
        var newest = result.newest();

        assertThat(newest.in(ResultVersion.V1_0_0).then(older -> older.in(ResultVersion.NEWEST)))
                .isEqualTo(new Result.Ok<CniResult>(newest));
    }

    private static Result<CniResult> read(String output, String configVersion) {
        return CniResult.ofPlugin(output.getBytes(UTF_8), configVersion);
    }

    private static CniResult ok(String output, String configVersion) {
        return read(output, configVersion).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
