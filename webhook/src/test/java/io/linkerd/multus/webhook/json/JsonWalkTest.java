// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWalkTest {

    @Test
    void readsWhatIsAskedForAndPassesOverTheRest() throws MalformedJson {
        List<String> seen = new ArrayList<>();

        boolean found = JsonWalk.read(
                bytes("{\"a\":{\"x\":[1,{}]},\"b\":\"text\",\"c\":[null,true]}"),
                json -> json.object(key -> {
                    seen.add(key);
                    if (key.equals("b")) {
                        seen.add(json.text());
                    } else {
                        json.skip();
                    }
                }));

        assertThat(found).isTrue();
        assertThat(seen).containsExactly("a", "b", "text", "c");
    }

    @Test
    void takesNullForNothing() throws MalformedJson {
        assertThat(JsonWalk.read(bytes("null"), JsonWalk::number)).isEqualTo(OptionalLong.empty());
        assertThat(JsonWalk.read(bytes("null"), JsonWalk::text)).isEmpty();
        assertThat(JsonWalk.read(bytes("null"), JsonWalk::flag)).isFalse();
        assertThat(JsonWalk.<Boolean>read(bytes("null"), json -> json.object(_ -> {})))
                .isFalse();
    }

    @Test
    void saysWhereAValueIsNotWhatItShouldBe() {
        assertThatThrownBy(() -> JsonWalk.read(
                        bytes("{\"spec\":{\"uid\":\"7\"}}"), json -> json.object(_ -> json.object(_ -> json.number()))))
                .isInstanceOf(MalformedJson.class)
                .hasMessage("/spec/uid is not a whole number");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1}}",
                "{\"a\":1} x",
                "[",
                "nul",
                "{'a':1}",
                "{\"a\":01}"
            })
    void refusesWhatIsNoJson(String document) {
        assertThatThrownBy(() -> JsonWalk.read(bytes(document), json -> json.object(_ -> json.skip())))
                .isInstanceOf(MalformedJson.class)
                .hasMessageNotContaining("jackson");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1e3", "\"1\"", "99999999999999999999", "true", "[]"})
    void refusesNumbersThatAreNotWhole(String document) {
        assertThatThrownBy(() -> JsonWalk.read(bytes(document), JsonWalk::number))
                .isInstanceOf(MalformedJson.class);
    }

    @Test
    void refusesADocumentThatIsTooDeep() {
        byte[] deep = bytes("{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");

        assertThatThrownBy(() -> JsonWalk.read(deep, json -> json.object(_ -> json.skip())))
                .isInstanceOf(MalformedJson.class);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
