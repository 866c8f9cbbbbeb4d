// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.json.JsonValue;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An object that was applied is known by an annotation, whatever annotations it has besides. */
class MarkTest {
    private static final String MARK = "\"multus.linkerd.io/applied-by\":\"linkerd-multus-verbs\"";

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{\"name\":\"a\"} | {\"name\":\"a\",\"annotations\":{MARK}}",
                "{\"name\":\"a\",\"annotations\":null} | {\"name\":\"a\",\"annotations\":{MARK}}",
                "{\"annotations\":{\"x\":\"y\"},\"name\":\"a\"} | {\"annotations\":{\"x\":\"y\",MARK},\"name\":\"a\"}",
            })
    void isPutOnTheObject(String metadata, String marked) {
        var object = object(metadata);

        assertThat(isOn(object)).isFalse();
        assertThat(Mark.on(object)).isEqualTo(object(marked));
        assertThat(isOn(Mark.on(object))).isTrue();
        assertThat(Mark.on(Mark.on(object))).isEqualTo(Mark.on(object));
    }

    /** What is wrong with it the API server says; another one's mark is not taken from it. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "7",
                "{\"name\":\"a\",\"annotations\":[]}",
                "{\"name\":\"a\",\"annotations\":\"x\"}",
                "{\"annotations\":{\"multus.linkerd.io/applied-by\":\"another\"}}",
            })
    void leavesAnObjectAsItIsThatCannotHaveIt(String metadata) {
        assertThat(Mark.on(object(metadata))).isEqualTo(object(metadata));
        assertThat(isOn(object(metadata))).isFalse();
    }

    @Test
    void leavesWhatIsNoJson() {
        assertThat(Mark.on("{")).isEqualTo("{");
    }

    private static String object(String metadata) {
        return "{\"kind\":\"ServiceAccount\",\"metadata\":" + metadata.replace("MARK", MARK) + "}";
    }

    private static boolean isOn(String object) {
        return JsonValue.read(object.getBytes(StandardCharsets.UTF_8), Manifest.LIMITS)
                .map(Mark::isOn)
                .orElse(reason -> {
                    throw new AssertionError(reason);
                });
    }
}
