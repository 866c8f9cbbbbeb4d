// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static io.linkerd.multus.contracts.cases.Cases.anyBytes;
import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.lists;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonDocumentTest {
    private static final JsonLimits LIMITS = JsonLimits.ofLength(64 << 10).build();
    private static final JsonWalk.Reading<List<String>> TEXTS = walk -> {
        var texts = new ArrayList<String>();
        walk.list(_ -> texts.add(walk.text()));
        return texts;
    };

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String whole(byte[] document) {
        try {
            return JsonDocument.readUtf8(document, LIMITS, TEXTS).toString();
        } catch (MalformedJson malformed) {
            return "malformed";
        }
    }

    private static String streaming(byte[] document) {
        try {
            return JsonDocument.read(new ByteArrayInputStream(document), LIMITS, TEXTS)
                    .toString();
        } catch (MalformedJson malformed) {
            return "malformed";
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Test
    void saysTheSameOfAWholeDocumentAsOfOneThatArrives() {
        var pieces = arbitrary()
                .pick("[", "]", ",", "\"", "a", "\\u00e9", "é", "漢", "\uD83D\uDE00", "\u0000", "\n", "null", "7", "\\");
        property()
                .forAll(lists().of(pieces).ofSizeBetween(0, 8))
                .checkAssert(parts -> saysTheSame(utf8("[\"" + String.join("", parts) + "\"]")));
        property().forAll(anyBytes()).checkAssert(JsonDocumentTest::saysTheSame);
    }

    private static void saysTheSame(byte[] document) {
        assertThat(whole(document)).isEqualTo(streaming(document));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
    void takesNoOtherEncodingThanUtf8(String encoding) {
        assertThat(whole("[\"a\"]".getBytes(Charset.forName(encoding)))).isEqualTo("malformed");
    }

    @Test
    void takesNoBytesThatAreNoUtf8() {
        var broken = new byte[] {'[', '"', (byte) 0xC3, '"', ']'};

        assertThatThrownBy(() -> JsonDocument.readUtf8(broken, LIMITS, TEXTS)).isInstanceOf(MalformedJson.class);
    }

    @Test
    void readsWhatIsNotAscii() {
        assertThat(whole(utf8("[\"漢\"]"))).isEqualTo("[漢]");
    }
}
