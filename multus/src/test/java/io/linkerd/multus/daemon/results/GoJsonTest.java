// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GoJsonTest {

    @Test
    void escapesWhatGoEscapes() {
        assertThat(GoJson.quote("a\"\\/<>&\b\f\n\r\t\u0001\u001f\u007f\u2028\u2029é😀\ud800"))
                .isEqualTo("\"a\\\"\\\\/\\u003c\\u003e\\u0026\\b\\f\\n"
                        + "\\r"
                        + "\\t\\u0001\\u001f\u007f\\u2028\\u2029é😀\ufffd\"");
    }

    @Test
    void laysOutAsGoDoes() {
        assertThat(GoJson.indented("{\"a\":[1,\"{,:\\\"}\"],\"b\":{},\"c\":[],\"d\":[{}]}"))
                .isEqualTo("""
                    {
                        "a": [
                            1,
                            "{,:\\"}"
                        ],
                        "b": {},
                        "c": [],
                        "d": [
                            {}
                        ]
                    }\
                    """);
    }

    @Test
    void changesNothingButTheLayout() {
        property().forAll(texts(), texts()).checkAssert((first, second) -> {
            var json = new ObjectText()
                    .text("a" + first, second)
                    .textsIfAny("b", List.of(first, second))
                    .toString();
            assertThat(JsonTree.of(GoJson.indented(json))).isEqualTo(JsonTree.of(json));
        });
    }
}
