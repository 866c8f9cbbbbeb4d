// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CniConfigPropertiesTest {

    private static final String PATH = "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig";

    /** A configuration, and what has to come of it: the same text but for the kubeconfig. */
    record Case(String text, String expected) {}

    @Property(edgeCases = EdgeCasesMode.NONE)
    void everythingButTheKubeconfigStaysByteForByte(@ForAll("complete") Case complete) {
        assertThat(forAttachment(complete.text())).isEqualTo(complete.expected());
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aSecondTimeNothingChanges(@ForAll("any") String text) {
        var once = forAttachment(text);

        assertThat(forAttachment(once)).isEqualTo(once);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void anotherPathReplacesTheFirst(@ForAll("any") String text, @ForAll String path) {
        var config = read(text);
        var moved = read(config.forAttachment(path));

        assertThat(moved.forAttachment(PATH)).isEqualTo(config.forAttachment(PATH));
    }

    @Property
    void anyTextHasAnAnswer(@ForAll String text) {
        switch (CniConfig.read(text)) {
            case Result.Ok<CniConfig>(var config) -> assertThat(config.text()).isEqualTo(text);
            case Result.Not<CniConfig>(var reason) ->
                assertThat(reason).matches("(?s)line [1-9][0-9]*, column [1-9][0-9]*: .+");
        }
    }

    @Provide
    Arbitrary<Case> complete() {
        return Combinators.combine(strangers(), blank(), Arbitraries.randoms()).as((strangers, blank, random) -> {
            var before = shuffled(
                    strangers, "{" + blank + "\"kubeconfig\":" + blank + "\"old\\\"\"," + blank + "\"x\":{}}", random);
            return new Case(
                    "{" + blank + String.join("," + blank, before) + "}" + blank,
                    "{" + blank + String.join("," + blank, before).replace("\"old\\\"\"", "\"" + PATH + "\"") + "}"
                            + blank);
        });
    }

    private static List<String> shuffled(List<String> strangers, String kubernetes, Random random) {
        var members = new ArrayList<>(strangers);
        Collections.addAll(
                members,
                "\"cniVersion\" : \"1.0.0\"",
                "\"name\":\"linkerd-\\u0063ni\"",
                "\"type\"\t:\"linkerd-cni\"",
                "\"kubernetes\":" + kubernetes);
        Collections.shuffle(members, random);
        return members;
    }

    @Provide
    Arbitrary<String> any() {
        var known = Arbitraries.subsetOf(
                "\"cniVersion\":\"\"",
                "\"name\":null",
                "\"Type\":\"linkerd-cni\"",
                "\"kubernetes\": {\"a\":[ {} ]}",
                "\"plugins\":[{\"type\":\"linkerd-cni\"}, {\"type\":\"x\"}, {\"type\":\"linkerd-cni\",\"kubernetes\":null}]");
        return Combinators.combine(known, strangers(), blank()).as((members, strangers, blank) -> {
            var all = new ArrayList<>(members);
            all.addAll(strangers);
            return blank + "{" + blank + String.join("," + blank, all) + blank + "}" + blank;
        });
    }

    private static Arbitrary<List<String>> strangers() {
        return Arbitraries.subsetOf(
                        "\"linkerd\":{\"proxy-uid\":2102,\"ports\" : [ ] ,\"ipv6\":false}",
                        "\"number\":-1.0E+10",
                        "\"text\":\"]}\\\\\\\"{[,:\\u0000\"",
                        "\"k\u00fcbernetes \uD83D\uDE00\":null",
                        "\"\":\"\"",
                        "\"args\":[[[{\"kubeconfig\":\"not this one\"}]],true]")
                .map(ArrayList::new);
    }

    private static Arbitrary<String> blank() {
        return Arbitraries.of("", " ", "\n    ", "\t", "\r\n  ");
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
