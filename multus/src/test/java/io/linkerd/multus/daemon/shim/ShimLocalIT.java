// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shim answers without the daemon, as libcni has every plugin answer. */
@ParameterizedClass
@EnumSource(names = {"RELEASE", "CHECKED"})
class ShimLocalIT extends NodeWithShim {
    private static final String SUPPORTED =
            "\\\"0.1.0\\\" \\\"0.2.0\\\" \\\"0.3.0\\\" \\\"0.3.1\\\" \\\"0.4.0\\\" \\\"1.0.0\\\" \\\"1.1.0\\\"";

    ShimLocalIT(ShimBuild build) {
        super(build);
    }

    @Test
    void saysItsVersionsWithoutReadingItsInput() throws Exception {
        var outcome = ShimCall.bare(shim).with("CNI_COMMAND", "VERSION").run();

        assertThat(outcome.out())
                .isEqualTo("{\"cniVersion\":\"1.1.0\",\"supportedVersions\":"
                        + "[\"0.1.0\",\"0.2.0\",\"0.3.0\",\"0.3.1\",\"0.4.0\",\"1.0.0\",\"1.1.0\"]}\n");
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void saysWhatItIsWhereNoRuntimeCallsIt() throws Exception {
        var outcome = ShimCall.bare(shim).run();

        assertThat(outcome.err())
                .contains(
                        "multus-shim",
                        "CNI protocol versions supported: 0.1.0, 0.2.0, 0.3.0, 0.3.1, 0.4.0, 1.0.0, 1.1.0");
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.exit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-version", "--version", "-v", "--v"})
    void saysTheVersionOfTheProject(String option) throws Exception {
        var outcome = ShimCall.bare(shim, option).run();

        assertThat(outcome.out()).matches("multus-shim: version:\\d+\\.\\d+\\.\\d+\\S*\n");
        var version = outcome.out().strip().replaceFirst(".*:", "");
        assertThat(Files.readString(Path.of("..", "pom.xml"))).contains("\n  <version>" + version + "</version>\n");
        assertThat(outcome.exit()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"-h,0", "--help,0", "-x,2", "---version,2"})
    void otherOptionsSayWhichThereAre(String option, int exit) throws Exception {
        var outcome = ShimCall.bare(shim, option).run();

        assertThat(outcome.err()).contains("-version");
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.exit()).isEqualTo(exit);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ADD    | CNI_CONTAINERID,CNI_NETNS,CNI_IFNAME,CNI_PATH",
                "CHECK  | CNI_CONTAINERID,CNI_NETNS,CNI_IFNAME,CNI_PATH",
                "DEL    | CNI_CONTAINERID,CNI_IFNAME,CNI_PATH",
                "GC     | CNI_PATH",
                "STATUS | CNI_PATH"
            })
    void namesTheVariablesThatAreMissing(String command, String missing) throws Exception {
        refused(
                ShimCall.bare(shim).with("CNI_COMMAND", command),
                CniFailure.of(4, "required env variables [" + missing + "] missing"));
    }

    @Test
    void refusesACommandThatItDoesNotKnow() throws Exception {
        refused(ShimCall.of(shim, "MOVE", config.of("1.1.0")), CniFailure.of(4, "unknown CNI_COMMAND: MOVE"));
    }

    @Test
    void refusesNamesThatAreNone() throws Exception {
        var add = ShimCall.of(shim, "ADD", config.of("1.1.0"));
        refused(add.with("CNI_CONTAINERID", "../x"), CniFailure.of(4, "invalid characters in containerID", "../x"));
        refused(
                add.with("CNI_IFNAME", "a/b"),
                CniFailure.of(4, "interface name contains / or : or whitespace characters"));
        refused(
                add.with("CNI_IFNAME", "sixteen-letters-"),
                CniFailure.of(4, "interface name is too long", "interface name should be less than 16 characters"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                      | 6 | error unmarshall network config: unexpected end of JSON input",
                "{\"name\":\"a\"         | 6 | error unmarshall network config: unexpected end of JSON input",
                "{\"name\":\"a\",}       | 6 | error unmarshall network config: invalid character '}' looking for beginning of object key string",
                "[]                      | 6 | error unmarshall network config: it is an array, not an object",
                "{\"name\":5}            | 6 | error unmarshall network config: name is a number, not a string",
                "{\"name\":\"a\",\"name\":\"b\"} | 6 | error unmarshall network config: name is given twice",
                "{\"name\":\"a\",\"cniVersion\":[]} | 6 | decoding version from network config: cniVersion is an array, not a string",
                "null                    | 7 | missing network name",
                "{\"cniVersion\":\"1.1.0\"} | 7 | missing network name",
                "{\"name\":null}         | 7 | missing network name",
            })
    void refusesAConfigurationThatIsNone(String input, int code, String message) throws Exception {
        for (var command : new String[] {"ADD", "DEL", "CHECK", "GC", "STATUS"}) {
            refused(ShimCall.of(shim, command, input), CniFailure.of(code, message));
        }
    }

    @Test
    void refusesANetworkNameWithOtherCharacters() throws Exception {
        refused(
                ShimCall.of(shim, "ADD", "{\"name\":\"-x<\"}"),
                CniFailure.of(7, "invalid characters found in network name", "-x\\u003c"));
    }

    @Test
    void refusesAConfigurationThatIsNestedTooDeep() throws Exception {
        refused(
                ShimCall.of(shim, "ADD", "{\"name\":\"a\",\"x\":" + "[".repeat(100_000)),
                CniFailure.of(6, "error unmarshall network config: it is nested deeper than 128 levels"));
    }

    @Test
    void refusesAConfigurationThatIsTooLarge() throws Exception {
        refused(
                ShimCall.of(shim, "ADD", "").reading(" ".repeat((4 << 20) + 1).getBytes(UTF_8)),
                CniFailure.of(5, "error reading from stdin: too large"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ADD", "DEL"})
    void refusesAVersionThatItDoesNotSpeak(String command) throws Exception {
        refused(
                ShimCall.of(shim, command, config.of("9.9.9")),
                CniFailure.of(
                        1,
                        "incompatible CNI versions",
                        "config is \\\"9.9.9\\\", plugin supports [" + SUPPORTED + "]"));
    }

    @ParameterizedTest
    @CsvSource({
        "CHECK, 0.3.1, 1, config version does not allow CHECK",
        "GC, 1.0.0, 1, config version does not allow GC",
        "STATUS, 1.0.0, 1, config version does not allow STATUS",
        "CHECK, 2.0.0, 1, plugin version does not allow CHECK",
        "GC, 1.1.1, 1, plugin version does not allow GC",
        "STATUS, 2.0.0, 1, plugin version does not allow STATUS"
    })
    void commandsExistSinceTheirVersion(String command, String version, int code, String message) throws Exception {
        refused(ShimCall.of(shim, command, config.of(version)), CniFailure.of(code, message));
    }

    @Test
    void refusesWhatIsNoVersion() throws Exception {
        var check = ShimCall.of(shim, "CHECK", config.of("1.2.3.4"));
        refused(check, CniFailure.of(6, "invalid version \\\"1.2.3.4\\\": too many parts"));
    }

    private static void refused(ShimCall call, String failure) throws Exception {
        var outcome = call.run();

        assertThat(outcome.out()).isEqualTo(failure);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exit()).isEqualTo(1);
    }
}
