// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.lists;

import io.linkerd.multus.contracts.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class CniNetworkPropertiesTest {

    private static final CniConfig LINKERD = CniConfig.read("{\n  \"type\": \"linkerd-cni\", \"x\": [1.0]\n}")
            .orElse(reason -> {
                throw new AssertionError(reason);
            });
    private static final CniConfig NEWER = CniConfig.read("{\"type\":\"linkerd-cni\"}")
            .orElse(reason -> {
                throw new AssertionError(reason);
            });

    @Test
    void whatWasPutInAndTakenOutLeavesTheTextAsItWas() {
        property()
                .forAll(networks(strangers()))
                .checkAssert(text ->
                        assertThat(read(read(text).with(LINKERD)).without()).isEqualTo(text));
    }

    @Test
    void twiceIsOnce() {
        property().forAll(networks(anyPlugins())).checkAssert(text -> {
            var once = read(text).with(LINKERD);

            assertThat(read(once).with(LINKERD)).isEqualTo(once);
        });
    }

    @Test
    void aNewerConfigurationLeavesNothingOfTheOlderOne() {
        property()
                .forAll(networks(strangers()))
                .checkAssert(text -> assertThat(read(read(text).with(LINKERD)).with(NEWER))
                        .isEqualTo(read(text).with(NEWER)));
    }

    @Test
    void withoutItNoneIsLeft() {
        property()
                .forAll(networks(anyPlugins()))
                .checkAssert(text -> assertThat(read(text).without().replace("x-linkerd-cni", ""))
                        .doesNotContain("linkerd-cni"));
    }

    @Test
    void whatIsLeftIsEveryOtherPluginAsItWasWritten() {
        property().forAll(plugins(anyPlugins())).checkAssert(plugins -> {
            var left = plugins.stream()
                    .filter(plugin -> !plugin.contains("\"linkerd-cni\""))
                    .toList();
            var without =
                    read("{\"plugins\":[" + String.join(",", plugins) + "]}").without();

            assertThat(without).isEqualTo("{\"plugins\":[" + String.join(",", left) + "]}");
        });
    }

    @Test
    void anyTextHasAnAnswer() {
        property().forAll(texts()).checkAssert(text -> {
            if (CniNetwork.readSingle(text) instanceof Result.Ok<CniNetwork>(var network)) {
                assertThat(CniNetwork.readList(network.with(LINKERD))).isInstanceOf(Result.Ok.class);
            }
        });
    }

    private static Gen<String> networks(Gen<String> plugin) {
        return plugins(plugin)
                .zip(
                        blanks(),
                        blanks(),
                        (plugins, before, after) -> "{" + before + "\"name\":\"\u00e9\\u00e9\","
                                + after + "\"plugins\":[" + before + String.join(after + "," + before, plugins) + after
                                + "]," + before
                                + "\"n\":1e400" + after + "}" + before);
    }

    private static Gen<List<String>> plugins(Gen<String> plugin) {
        return lists().of(plugin).ofSizeBetween(1, 6);
    }

    private static Gen<String> strangers() {
        return arbitrary()
                .pick(
                        "{\"type\":\"bridge\"}",
                        "{ \"type\" : \"port,map]}\" , \"n\" : 9007199254740993 }",
                        "{\"type\":\"x-linkerd-cni\",\"plugins\":[{}]}",
                        "{\n\"a\":[1.0,{\"plugins\":null}],\"type\":\"\uD83D\uDE00\"}");
    }

    private static Gen<String> anyPlugins() {
        return strangers()
                .mix(arbitrary().pick("{\"type\":\"linkerd-cni\"}", "{ \"type\":\"linkerd-cni\", \"old\":[{}] }"), 40);
    }

    private static Gen<String> blanks() {
        return arbitrary().pick("", " ", "\n    ", "\t", "\r\n  ");
    }

    private static CniNetwork read(String text) {
        return CniNetwork.readList(text).orElse(reason -> {
            throw new AssertionError(reason + ": " + text);
        });
    }
}
