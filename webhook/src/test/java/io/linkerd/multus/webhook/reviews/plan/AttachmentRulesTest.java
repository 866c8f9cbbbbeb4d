// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.admission.Verdict;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The specification of {@link AttachmentRules}: what Multus does with a definition, and what is answered for it. */
class AttachmentRulesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"cniVersion\":\"0.3.1\",\"name\":\"lan\",\"type\":\"macvlan\",\"ipam\":{\"type\":\"host-local\"}}",
                "{\"type\":\"linkerd-cni\"}",
                " {\"name\": null, \"Name\": \"lan\", \"type\": \"bridge\"} ",
                "{\"name\":\"\",\"type\":\"bridge\",\"cniVersion\":null,\"ipam\":null,\"dns\":null,\"capabilities\":null}",
                "{\"type\":\"bridge\",\"capabilities\":{\"mac\":true,\"ips\":null}}",
                "{\"type\":\"bridge\",\"ipam\":{\"type\":\"static\",\"addresses\":[5]},\"dns\":{\"nameservers\":[null,\"::1\"]}}",
                "{\"cniVersion\":\"1.0.0\",\"plugins\":[{\"type\":\"bridge\"},{\"type\":\"tuning\",\"sysctl\":{}}]}",
                "{\"plugins\":[{\"type\":\"bridge\"}],\"disableCheck\":true,\"type\":\"\"}",
                "{\"type\":\"bridge\",\"plugins\":{}}",
                "{\"name\":\"a.b_c-D\",\"type\":\"bridge\"}"
            })
    void whatMultusRunsIsAdmitted(String config) {
        assertThat(judged(config)).isInstanceOf(Verdict.Admit.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ~ ~ | line 1, column 1: nothing there
            type=bridge | line 1, column 1: `type`, where a value is expected: a text needs double quotes
            {"type":"bridge" | line 1, column 17: nothing follows, and the object that begins in line 1, column 1 has no end
            {"type":"bridge"} {} | line 1, column 19: text after the end of the value
            [] | line 1, column 1: not a JSON object
            null | line 1, column 1: not a JSON object
            {} | line 1, column 1: there is neither a "type" nor a list of "plugins"
            {"type":""} | line 1, column 1: there is neither a "type" nor a list of "plugins"
            {"plugins":null} | line 1, column 1: there is neither a "type" nor a list of "plugins"
            {"Plugins":[{"type":"bridge"}]} | line 1, column 1: there is neither a "type" nor a list of "plugins"
            {"plugins":[]} | line 1, column 12: "plugins" is empty
            {"plugins":{}} | line 1, column 12: "plugins" is not a list
            {"plugins":[{"type":"a"},{}]} | line 1, column 26: a plugin of the list has no "type"
            {"plugins":[{"type":"a"},null]} | line 1, column 26: a plugin of the list has no "type"
            {"plugins":[{"type":"a"},{"type":"b","ipam":[]}]} | line 1, column 45: "ipam" is not an object
            {"plugins":[{"type":"a/b"}]} | line 1, column 21: "type" has a '/' in it
            {"type":"/bridge"} | line 1, column 9: "type" has a '/' in it
            {"type":"../bridge"} | line 1, column 9: "type" has a '/' in it
            {"type":5} | line 1, column 9: "type" is not a string
            {"type":"a","name":5} | line 1, column 20: "name" is not a string
            {"type":"a","name":null} | line 1, column 20: "name" is not made of letters, digits, '_', '.' and '-', a letter or a digit first
            {"type":"a","name":"my lan"} | line 1, column 20: "name" is not made of letters, digits, '_', '.' and '-', a letter or a digit first
            {"type":"a","name":"a","Name":"a/b"} | line 1, column 20: "name" is not made of letters, digits, '_', '.' and '-', a letter or a digit first
            {"plugins":[{"type":"a"}],"name":null,"Name":"a"} | line 1, column 34: "name" is not made of letters, digits, '_', '.' and '-', a letter or a digit first
            {"plugins":[{"type":"a"}],"cniVersion":null} | line 1, column 40: "cniVersion" of a list is null
            {"plugins":[{"type":"a"}],"disableCheck":"true"} | line 1, column 42: "disableCheck" is not true or false
            {"type":"a","cniVersion":1.0} | line 1, column 26: "cniVersion" is not a string
            {"type":"a","capabilities":{"mac":"true"}} | line 1, column 35: a value in "capabilities" is not true or false
            {"type":"a","capabilities":{"mac":1}} | line 1, column 35: a value in "capabilities" is not true or false
            {"type":"a","IPAM":{"type":["static"]}} | line 1, column 28: "type" is not a string
            {"type":"a","dns":{"search":"lan"}} | line 1, column 29: "search" is not a list
            {"type":"a","dns":{"search":[1]}} | line 1, column 30: an element of "search" is not a string
            {"type":"a","prevResult":[]} | line 1, column 26: "prevResult" is not an object
            """)
    void whatMultusCannotRunIsRefused(String config, String reason) {
        assertThat(judged(config))
                .isInstanceOfSatisfying(
                        Verdict.Refuse.class,
                        refuse -> assertThat(refuse.reason()).startsWith("spec.config, " + reason));
    }

    /** Since Go writes it anew for the name, and only the last one is left. */
    @Test
    void aDoubledKeyCountsOnceWhereTheNameIsMissing() {
        assertThat(judged("{\"type\":5,\"type\":\"bridge\"}")).isInstanceOf(Verdict.Admit.class);
        assertThat(judged("{\"name\":\"a\",\"type\":5,\"type\":\"bridge\"}")).isInstanceOf(Verdict.Refuse.class);
        assertThat(judged("{\"type\":\"bridge\",\"type\":\"\"}")).isInstanceOf(Verdict.Refuse.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"a","type":"b"} | spec.config, line 1, column 13: "type" is there once more, and the last one counts
            {"Type":"a"} | spec.config, line 1, column 2: "Type" is taken for "type" by some programs only
            {"plugins":[{"type":"a","TYPE":"a"}]} | spec.config, line 1, column 25: "TYPE" is taken for "type" by some programs only
            {"type":"a","plugins":[]} | spec.config, "plugins" is passed over, since there is a "type" too
            {"type":"a","cniVersion":"0.3"} | spec.config, line 1, column 26: "cniVersion" is none that plugins are known to support
            """)
    void oddThingsThatMultusRunsAreWarnedAbout(String config, String warning) {
        assertThat(judged(config)).isEqualTo(admitted(warning));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0lan | its name begins with 0, which OpenShift's own webhook refuses
            my.lan | its name has a dot, so pods can ask for it in the JSON form of their annotation only
            """)
    void namesThatMultusAcceptsAreWarnedAbout(String name, String warning) {
        assertThat(AttachmentRules.onNew(new Attachment(name, ""))).isEqualTo(admitted(warning));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "lan", "1lan", "linkerd-cni"})
    void otherNamesAreNot(String name) {
        assertThat(AttachmentRules.onNew(new Attachment(name, ""))).isEqualTo(admitted());
    }

    @Test
    void oneThatWasWrongCanBeLabelledAndPutRight() {
        var wrong = new Attachment("0lan", "{}");
        assertThat(AttachmentRules.onChange(wrong, wrong)).isEqualTo(admitted());
        assertThat(AttachmentRules.onChange(wrong, new Attachment("0lan", "{\"type\":\"bridge\"}")))
                .isEqualTo(admitted());
        assertThat(AttachmentRules.onChange(wrong, new Attachment("0lan", "{} ")))
                .isInstanceOf(Verdict.Refuse.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"ipv6\":true,\"policy\":{\"type\":\"k8s\"}}",
                "{\"cniVersion\":\"1.0.0\",\"plugins\":[{\"type\":\"linkerd-cni\"}]}"
            })
    void whatOurControllerWritesPasses(String configMap) {
        var config = switch (CniConfig.read(configMap)) {
            case Result.Ok<CniConfig>(var read) -> read.forAttachment("/etc/cni/linkerd-multus/kubeconfig");
            case Result.Not<CniConfig>(var reason) -> throw new AssertionError(reason);
        };
        assertThat(judged(config)).isEqualTo(admitted());
    }

    @Test
    void whatIsBeyondOurLimitsIsAdmittedUnchecked() {
        var deep = "{\"type\":\"a\",\"x\":" + "[".repeat(200) + "]".repeat(200) + "}";
        var many = "{\"type\":\"a\",\"x\":[" + "0,".repeat(30_000) + "0]}";
        for (var config : List.of(deep, many)) {
            assertThat(judged(config))
                    .isInstanceOfSatisfying(
                            Verdict.Admit.class,
                            admit -> assertThat(admit.warnings())
                                    .singleElement()
                                    .asString()
                                    .startsWith("it was not checked: spec.config, line 1"));
        }
    }

    @Test
    void anAnswerIsShortHoweverMuchIsWrong() {
        var config = "{\"plugins\":[" + "{},".repeat(5_000) + "{}]}";
        assertThat(judged(config))
                .isInstanceOfSatisfying(
                        Verdict.Refuse.class,
                        refuse -> assertThat(refuse.reason().split("; spec.config, "))
                                .hasSize(5));
    }

    private static Verdict judged(String config) {
        return AttachmentRules.onNew(new Attachment("lan", config));
    }

    private static Verdict admitted(String... warnings) {
        return new Verdict.Admit(List.of(), List.of(warnings), AttachmentCause.RUNNABLE, "Multus can run it");
    }
}
