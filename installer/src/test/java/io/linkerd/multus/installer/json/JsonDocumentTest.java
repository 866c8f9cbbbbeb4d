// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonDocumentTest {
    @Test
    void answersByPath() throws MalformedJson {
        var json =
                JsonDocument.parse("{\"a\":{\"b\":\"x\",\"n\":7,\"z\":null,\"t\":true},\"l\":[\"p\",1,{\"q\":\"r\"}]}");
        assertThat(json.text("a", "b")).contains("x");
        assertThat(json.number("a", "n")).hasValue(7);
        assertThat(json.has("a", "z")).isFalse();
        assertThat(json.has("a", "t")).isTrue();
        assertThat(json.texts("l")).containsExactly("p");
        assertThat(json.items("l"))
                .hasSize(3)
                .last()
                .satisfies(last -> assertThat(last.text("q")).contains("r"));
        assertThat(json.text("a", "b", "c")).isEmpty();
        assertThat(json.items("a")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}{}", "{\"a\":}", "nul", "[1,]", "\u0000"})
    void refusesWhatIsNotOneJsonValue(String text) {
        assertThatThrownBy(() -> JsonDocument.parse(text)).isInstanceOf(MalformedJson.class);
    }

    @Property(tries = 500)
    void readsOrRefusesAnyBytes(@ForAll byte[] bytes) {
        try {
            assertThat(JsonDocument.parse(bytes)).isNotNull();
        } catch (MalformedJson e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        assertThatThrownBy(() -> JsonDocument.parse("[".repeat(100_000))).isInstanceOf(MalformedJson.class);
    }
}
