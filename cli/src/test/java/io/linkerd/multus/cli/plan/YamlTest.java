// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class YamlTest {
    private static final Map<String, Object> OBJECT = Map.of(
            "kind",
            "Role",
            "metadata",
            Map.of(
                    "labels",
                    Map.of("a/b.c", "true", "n", "1e3", "uid", "7e31-d6"),
                    "owners",
                    List.of(Map.of("x", "y", "z", ""))),
            "empty",
            List.of(),
            "none",
            Map.of(),
            "texts",
            List.of("plain", "with: colon", "- dash", "line\nbreak", "\u001b[31m", "{\"a\":[1,{\"b\":\"c\"}]}"));

    /** Whatever is in it, a reader of YAML gets the same. */
    @Test
    void isTheSameObjectToWhoReadsIt() {
        var text = String.join("\n", Yaml.lines(OBJECT, false));

        assertThat(new Load(LoadSettings.builder().build()).loadFromString(text))
                .isEqualTo(OBJECT);
        assertThat(text).doesNotContain("\u001b");
    }

    @Test
    void jsonIsSpreadOverLinesWhereAReaderWantsIt() {
        assertThat(Yaml.lines(Map.of("config", "{\"a\":[1,2],\"b\":{\"c\":true}}"), true))
                .containsExactly(
                        "config: |-",
                        "  {",
                        "    \"a\": [ 1, 2 ],",
                        "    \"b\": {",
                        "      \"c\": true",
                        "    }",
                        "  }");
        assertThat(Yaml.lines(Map.of("config", "{ no JSON"), true)).containsExactly("config: \"{ no JSON\"");
    }

    @Test
    void aDiffHasWhatDiffersAndWhatStays() {
        assertThat(LineDiff.of(List.of("a", "b", "c"), List.of("a", "x", "c", "d")))
                .containsExactly(" a", "-b", "+x", " c", "+d");
        assertThat(LineDiff.of(List.of(), List.of("a"))).containsExactly("+a");
        assertThat(LineDiff.of(List.of("a"), List.of())).containsExactly("-a");
    }
}
