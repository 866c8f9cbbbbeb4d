// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.booleans;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.Result;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class CniConfigPropertiesTest {

    private static final String PATH = "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig";

    /** A configuration, and what has to come of it: the same text but for the kubeconfig. */
    record Case(String text, String expected) {}

    @Test
    void everythingButTheKubeconfigStaysByteForByte() {
        property()
                .forAll(complete())
                .checkAssert(
                        complete -> assertThat(forAttachment(complete.text())).isEqualTo(complete.expected()));
    }

    @Test
    void aSecondTimeNothingChanges() {
        property().forAll(any()).checkAssert(text -> {
            var once = forAttachment(text);

            assertThat(forAttachment(once)).isEqualTo(once);
        });
    }

    @Test
    void anotherPathReplacesTheFirst() {
        property().forAll(any(), texts()).checkAssert((text, path) -> {
            var config = read(text);
            var moved = read(config.forAttachment(path));

            assertThat(moved.forAttachment(PATH)).isEqualTo(config.forAttachment(PATH));
        });
    }

    @Test
    void anyTextHasAnAnswer() {
        property().forAll(texts()).checkAssert(text -> {
            switch (CniConfig.read(text)) {
                case Result.Ok<CniConfig>(var config) ->
                    assertThat(config.text()).isEqualTo(text);
                case Result.Not<CniConfig>(var reason) ->
                    assertThat(reason).matches("(?s)line [1-9][0-9]*, column [1-9][0-9]*: .+");
            }
        });
    }

    private static Gen<Case> complete() {
        return strangers().zip(blanks(), longs().all(), (strangers, blank, seed) -> {
            var kubernetes = "{" + blank + "\"kubeconfig\":" + blank + "\"old\\\"\"," + blank + "\"x\":{}}";
            var members = new ArrayList<>(strangers);
            Collections.addAll(
                    members,
                    "\"cniVersion\" : \"1.0.0\"",
                    "\"name\":\"linkerd-\\u0063ni\"",
                    "\"type\"\t:\"linkerd-cni\"",
                    "\"kubernetes\":" + kubernetes);
            Collections.shuffle(members, new Random(seed));
            var text = "{" + blank + String.join("," + blank, members) + "}" + blank;
            return new Case(text, text.replace("\"old\\\"\"", "\"" + PATH + "\""));
        });
    }

    private static Gen<String> any() {
        var known = subsetsOf(
                "\"cniVersion\":\"\"",
                "\"name\":null",
                "\"Type\":\"linkerd-cni\"",
                "\"kubernetes\": {\"a\":[ {} ]}",
                "\"plugins\":[{\"type\":\"linkerd-cni\"}, {\"type\":\"x\"}, {\"type\":\"linkerd-cni\",\"kubernetes\":null}]");
        return known.zip(strangers(), blanks(), longs().all(), (members, strangers, blank, seed) -> {
            var all = new ArrayList<>(members);
            all.addAll(strangers);
            Collections.shuffle(all, new Random(seed));
            return blank + "{" + blank + String.join("," + blank, all) + blank + "}" + blank;
        });
    }

    private static Gen<List<String>> strangers() {
        return subsetsOf(
                "\"linkerd\":{\"proxy-uid\":2102,\"ports\" : [ ] ,\"ipv6\":false}",
                "\"number\":-1.0E+10",
                "\"text\":\"]}\\\\\\\"{[,:\\u0000\"",
                "\"k\u00fcbernetes \uD83D\uDE00\":null",
                "\"\":\"\"",
                "\"args\":[[[{\"kubeconfig\":\"not this one\"}]],true]");
    }

    private static Gen<List<String>> subsetsOf(String... members) {
        return in ->
                Stream.of(members).filter(_ -> booleans().all().generate(in)).toList();
    }

    private static Gen<String> blanks() {
        return arbitrary().pick("", " ", "\n    ", "\t", "\r\n  ");
    }

    private static String forAttachment(String text) {
        return read(text).forAttachment(PATH);
    }

    private static CniConfig read(String text) {
        return CniConfig.read(text).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
