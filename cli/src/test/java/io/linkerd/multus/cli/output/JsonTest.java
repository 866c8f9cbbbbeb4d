// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void eachLevelIsTwoBlanksDeeper() {
        var value = Json.Members.none()
                .with("success", new Json.Flag(true))
                .with("none", new Json.Items(List.of()))
                .with("nothing", Json.Members.none())
                .with(
                        "names",
                        new Json.Items(
                                List.of(new Json.Text("a"), Json.Members.none().with("b", "c"))));

        assertThat(value.pretty()).isEqualTo("""
                {
                  "success": true,
                  "none": [],
                  "nothing": {},
                  "names": [
                    "a",
                    {
                      "b": "c"
                    }
                  ]
                }""");
    }

    @Test
    void whatEndsAStringIsEscapedAndOtherLettersAreNot() {
        assertThat(new Json.Text("a\"b\\c\nd\u0007 ü × 🧭").pretty()).isEqualTo("\"a\\\"b\\\\c\\nd\\u0007 ü × 🧭\"");
    }

    @Test
    void whatStandsInALineHasNoBlanks() {
        var value = Json.Members.none()
                .with("runAsUser", new Json.Whole(2102))
                .with("names", Json.Items.ofTexts(List.of("a b", "\"")))
                .with("none", new Json.Nothing());

        assertThat(value.compact()).isEqualTo("{\"runAsUser\":2102,\"names\":[\"a b\",\"\\\"\"],\"none\":null}");
    }

    /** A terminal carries out U+009B, which JSON has as it is. */
    @Test
    void whatIsNotSeenIsEscaped() {
        assertThat(new Json.Text("a\u009b\u202e\udb40\udc41\ud83d").pretty())
                .isEqualTo("\"a\\u009b\\u202e\\udb40\\udc41\\ud83d\"");
        assertThat(Json.Members.none().with("k\u200b", "v").compact()).isEqualTo("{\"k\\u200b\":\"v\"}");
    }
}
