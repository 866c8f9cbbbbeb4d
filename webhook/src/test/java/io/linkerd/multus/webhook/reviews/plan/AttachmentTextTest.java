// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import static io.linkerd.multus.contracts.cases.Effort.assertLinear;
import static io.linkerd.multus.contracts.cases.Effort.text;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attachments of other owners are judged in a time that grows as their text does, whatever is in it. */
class AttachmentTextTest {
    /** One of 228 kB took the judge seconds: each of 9,900 problems had the lines before it counted, and five of them were told. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"name":"n","plugins":[{"type":"a","capabilities":{   | "#":1    | , | }}]}
            {"name":"n","type":"a","capabilities":{               | "#":1    | , | }}
            {"type":"a","capabilities":{                          | "#":1    | , | }}
            {"name":"n","type":"a","dns":{"search":[              | 123456   | , | ]}}
            {"name":"n","plugins":[                               | {"x":1}  | , | ]}
            {"name":"n","plugins":[                               | {"type":"a/b"} | , | ]}
            {"name":"n","plugins":[                               | 1        | , | ]}
            {"name":"n","type":"a",                               | "aaaaaaaaaaaaaa":0 | , | }
            {"name":"n","type":"a",                               | "Type":"a" | , | }
            {"name":"n","type":"a",                               | "TYPE":1 | , | }
            {"name":"n","plugins":[{"type":"a",                   | "aaaaaaaaaaaaaa":0 | , | }]}
            {"plugins":[{"type":"a"}],                            | "plugins":[{"type":"a"}] | , | }
            {"type":"a","x":                                      | [        | `` | 1
            {"type":"a","name":"                                  | -        | `` | "}
            {"type":"a","name":"                                  | \\u0061  | `` | "}
            {"type":"a","cniVersion":1                            | 1        | `` | }
            """)
    void anAttachmentIsJudged(String begin, String piece, String between, String end) {
        assertLinear(
                pieces -> text(begin, piece, between, end, pieces),
                config -> AttachmentRules.onNew(new Attachment("lan", config)));
    }
}
