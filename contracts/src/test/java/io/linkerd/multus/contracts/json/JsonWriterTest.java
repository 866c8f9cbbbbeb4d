// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

    @Test
    void writesEachKindOfValue() {
        var text = JsonWriter.text(json -> {
            json.object();
            json.text("a", "/b \"\\\n\u0001é\uD83D\uDE00");
            json.number("b", Long.MIN_VALUE);
            json.flag("c", true);
            json.bytes("d", new byte[] {-1, 0});
            json.object("e");
            json.end();
            json.list("f");
            json.number(new BigInteger("99999999999999999999"));
            json.number(0.5);
            json.nothing();
            json.list();
            json.end();
            json.end();
            json.end();
        });

        assertThat(text)
                .isEqualTo("{\"a\":\"/b \\\"\\\\\\n\\u0001é\uD83D\uDE00\",\"b\":-9223372036854775808,\"c\":true,"
                        + "\"d\":\"/wA=\",\"e\":{},\"f\":[99999999999999999999,0.5,null,[]]}");
    }

    @Test
    void writesTheSameInUtf8() {
        JsonWriter.Content<RuntimeException> content = json -> json.text("/é漢\uD83D\uDE00");

        assertThat(JsonWriter.utf8(1, content))
                .isEqualTo(JsonWriter.text(content).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void failsAsItsContentFails() {
        assertThatThrownBy(() -> JsonWriter.text(_ -> {
                    throw new MalformedJson("no");
                }))
                .isInstanceOf(MalformedJson.class);
    }
}
