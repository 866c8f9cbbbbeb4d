// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.config.SemanticVersion;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrimaryConfigTest {
    private static final SemanticVersion VERSION = SemanticVersion.read("1.0.0").orElseThrow();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":\"a\"}                                          | ''",
                "{\"type\":\"a\",\"capabilities\":{}}                      | ''",
                "{\"type\":\"a\",\"capabilities\":[\"ips\"]}               | ''",
                "{\"type\":\"a\",\"capabilities\":{\"mac\":true,\"ips\":true,\"dns\":false,\"x\":null}} | ips mac",
                "{\"type\":\"a\",\"plugins\":[],\"capabilities\":{\"mac\":true}} | mac",
                "{\"type\":\"a\",\"plugins\":[{\"capabilities\":{\"ips\":true}}],\"capabilities\":{\"mac\":true}} | ips"
            })
    void aPluginsCapabilitiesAreThoseThatAreTrue(String text, String expected) {
        assertThat(read("10-a.conf", text).capabilities().keySet()).containsExactlyElementsOf(words(expected));
    }

    @Test
    void aListsCapabilitiesAreThoseOfAllItsPlugins() {
        var list = """
            {"name":"n","capabilities":{"never":true},"plugins":[
            {"type":"a","capabilities":{"portMappings":true,"ips":false}},{"type":"b"},{"type":"c","capabilities":{"ips":true}}]}
            """;

        assertThat(read("10-a.conflist", list).capabilities().keySet()).containsExactly("ips", "portMappings");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Upstream's daemon panics over these two.
                "10-a.conf     | {\"type\":\"a\",\"capabilities\":{\"ips\":1}} | its capability \"ips\" is neither"
                        + " true nor false",
                "10-a.conflist | {\"name\":\"n\",\"plugins\":{}}   | neither \"type\" nor a list \"plugins\" is in it",
                "10-a.conf     | ''                                | line 1, column 1: nothing there",
                "10-a.conf     | {\"type\":\"a\"                   | line 1, column 12: nothing follows, and"
                        + " the object that begins in line 1, column 1 has no end",
                "10-a.conf     | []                                | line 1, column 1: not a JSON object",
                "10-a.conf     | {}                                | neither \"type\" nor a list \"plugins\" is in it",
                "10-a.conf     | {\"type\":\"\"}                   | a name or a type is missing in it",
                "10-a.conflist | {\"plugins\":[{\"type\":\"a\"}]} | a name or a type is missing in it",
                "10-a.conflist | {\"name\":\"n\",\"plugins\":[{}]} | line 1, column 24: a plugin of the list has no"
                        + " type",
                "10-a.conflist | {\"type\":\"a\"}                  | neither \"type\" nor a list \"plugins\" is in it",
                "10-a.conf     | {\"type\":\"multus\"}             | it is Multus itself, which would call itself",
                "10-a.conflist | {\"name\":\"n\",\"plugins\":[{\"type\":\"multus-shim\"}]} | it is Multus itself,"
                        + " which would call itself"
            })
    void saysWhyItCannotBeCalled(String fileName, String text, String reason) {
        assertThat(PrimaryConfig.read(fileName, text)).isEqualTo(new Result.Not<>(reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.0.0 | \"0.4.0\" | ''",
                "0.4.0 | \"1.1.0\" | ''",
                "0.4.0 | \"0.3.1\" | delegate cni version is 0.3.1 while top level cni version is 0.4.0",
                "1.0.0 | \"1.0\"   | delegate cni version is no version: \"1.0\"",
                "1.0.0 | 7         | couldn't get cni version of delegate",
                "1.0.0 | null      | couldn't get cni version of delegate",
                "0.3.1 | \"0.2.0\" | ''",
                "0.3.1 | null      | ''"
            })
    void versionsGoTogetherSinceThereIsCheck(String multus, String version, String problem) {
        var primary = read("10-a.conf", "{\"type\":\"a\",\"cniVersion\":" + version + "}");

        assertThat(primary.incompatibility(SemanticVersion.read(multus).orElseThrow())
                        .orElse(""))
                .isEqualTo(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ \"cniVersion\" : \"0.3.1\", \"type\":\"a\" } | { \"cniVersion\" : \"1.0.0\", \"type\":\"a\" }",
                "{\"type\":\"a\"}                     | {\"type\":\"a\",\"cniVersion\":\"1.0.0\"}",
                "{\"cniVersion\":null,\"type\":\"a\",\"cniVersion\":7} |"
                        + " {\"cniVersion\":\"1.0.0\",\"type\":\"a\",\"cniVersion\":\"1.0.0\"}"
            })
    void aForcedVersionLeavesTheRestAsItWas(String text, String forced) {
        assertThat(read("10-a.conf", text).hasVersion(VERSION)).isFalse();
        assertThat(read("10-a.conf", text).withVersion(VERSION)).isEqualTo(forced);
        assertThat(read("10-a.conf", forced).hasVersion(VERSION)).isTrue();
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(" "));
    }

    private static PrimaryConfig read(String fileName, String text) {
        return PrimaryConfig.read(fileName, text).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
