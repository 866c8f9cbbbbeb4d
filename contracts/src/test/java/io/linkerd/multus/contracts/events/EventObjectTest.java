// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.events;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;

import io.linkerd.multus.contracts.events.EventObject.Reporter;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventObjectTest {
    private static final Instant FIRST = Instant.parse("2030-01-02T03:04:05.5Z");
    private static final Reporter REPORTER = new Reporter("multus", "daemon-1", "node1");

    private static EventObject event(Notice notice, Reporter reporter) {
        return new EventObject("cart.ff", notice, reporter, FIRST, FIRST.plusSeconds(60), 3);
    }

    @Test
    void isAnEventOfTheCoreApi() {
        var notice = Notice.warning(Subject.pod("shop", "cart", "uid-1"), "Missing", "no network \"blue\"\n");

        assertThat(event(notice, REPORTER).json()).isEqualTo("""
                        {"apiVersion":"v1","kind":"Event","metadata":{"name":"cart.ff","namespace":"shop"},\
                        "involvedObject":{"apiVersion":"v1","kind":"Pod","namespace":"shop","name":"cart","uid":"uid-1"},\
                        "type":"Warning","reason":"Missing","message":"no network \\"blue\\"\\n",\
                        "source":{"component":"multus","host":"node1"},\
                        "reportingComponent":"multus","reportingInstance":"daemon-1",\
                        "firstTimestamp":"2030-01-02T03:04:05Z","lastTimestamp":"2030-01-02T03:05:05Z","count":3}""");
        assertThat(event(notice, REPORTER).countPatch())
                .isEqualTo("{\"count\":3,\"lastTimestamp\":\"2030-01-02T03:05:05Z\"}");
    }

    /** The API server takes one about an object without a namespace in no other. */
    @Test
    void ofANodeLiesInTheNamespaceDefault() {
        var json = event(Notice.normal(Subject.node("node1"), "Seen", "it is"), new Reporter("multus", "", ""))
                .json();

        assertThat(json)
                .contains("\"metadata\":{\"name\":\"cart.ff\",\"namespace\":\"default\"}")
                .contains(
                        "\"involvedObject\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"node1\",\"uid\":\"node1\"}")
                .contains("\"source\":{\"component\":\"multus\"}")
                .doesNotContain("reportingInstance");
    }

    /** An API server counts bytes, and refuses an Event that has one too many. */
    @Test
    void textsHaveNoMoreBytesThanTheApiServerTakes() {
        property()
                .forAll(
                        texts(),
                        arbitrary().pick("a", "ü", "€", "\ud83d\ude00"),
                        integers().between(1, 1100))
                .checkAssert((text, character, times) -> {
                    var whole = (text + character.repeat(times)).codePoints();
                    var message = new StringBuilder();
                    whole.filter(one -> Character.getType(one) != Character.SURROGATE)
                            .forEach(message::appendCodePoint);
                    var sent = sent(message.toString());
                    bounded(message.toString(), sent.text("message").orElse(""), 1024);
                    bounded(message.toString(), sent.text("reason").orElse(""), 128);
                    bounded(message.toString(), sent.text("reportingInstance").orElse(""), 128);
                });
    }

    private static JsonValue sent(String text) {
        var json = event(Notice.normal(Subject.node("node1"), text, text), new Reporter("multus", text, ""))
                .json();
        return JsonValue.read(json.getBytes(UTF_8), JsonLimits.ofLength(1 << 20).build())
                .orElse(why -> {
                    throw new AssertionError(why);
                });
    }

    private static void bounded(String whole, String sent, int bytes) {
        if (whole.getBytes(UTF_8).length <= bytes) {
            assertThat(sent).isEqualTo(whole);
        } else {
            // The last character that did not fit has four bytes at most.
            assertThat(sent.getBytes(UTF_8)).hasSizeBetween(bytes - 3, bytes);
            assertThat(sent).endsWith("…");
            assertThat(whole).startsWith(sent.substring(0, sent.length() - 1));
        }
    }
}
