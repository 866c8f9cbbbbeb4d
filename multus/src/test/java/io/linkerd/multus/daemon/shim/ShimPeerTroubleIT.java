// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static io.linkerd.multus.contracts.cases.Cases.anyBytes;
import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.integers;

import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonWalk;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a peer or a runtime sends, the shim ends, within its bounds, with JSON; under the sanitizers. */
class ShimPeerTroubleIT extends NodeWithShim {
    private static final int EXAMPLES = 150;
    private static final JsonLimits OUTPUT = JsonLimits.ofLength(1 << 20).build();

    ShimPeerTroubleIT() {
        super(ShimBuild.CHECKED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"Result\":{}}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"Res",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "SSH-2.0-OpenSSH_9.2\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nxx",
                "HTTP/1.1 200 OK\r\nContent-Length: 16777217\r\n\r\nxx"
            })
    void anAnswerThatIsNoneIsAFailure(String bytes) throws Exception {
        try (var _ = new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.raw(bytes)))) {
            var outcome = add(config.of("1.1.0")).run();

            assertThat(outcome.out())
                    .contains("\"code\": 999", "CmdAdd (shim): failed to send CNI request: ", ": StdinData: {");
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.exit()).isEqualTo(1);
        }
    }

    @Test
    void takesNoMoreOfAnAnswerThanItsBound() throws Exception {
        var endless = "HTTP/1.1 200 OK\r\n\r\n" + " ".repeat((16 << 20) + 1);
        try (var _ = new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.raw(endless)))) {
            assertThat(add(config.of("1.1.0")).run().out()).contains("the answer is too large");
        }
    }

    @Test
    void takesALargeResultWhole() throws Exception {
        var interfaces = "{\"name\":\"eth0\",\"mac\":\"0a:58:0a:01:02:03\"},".repeat(100_000);
        var result = "{\"Result\":{\"interfaces\":[" + interfaces + "{\"name\":\"last\"}]}}";
        try (var _ = new DaemonPeer(
                config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.chunked(200, result, 4096)))) {
            var printed = add(config.of("1.0.0")).run().out();

            assertThat(printed.length()).isGreaterThan(8_000_000);
            assertThat(printed.substring(printed.length() - 60)).endsWith("\"name\": \"last\"\n        }\n    ]\n}");
        }
    }

    @Test
    void quotesNoMoreOfALargeConfigurationThanABound() throws Exception {
        var large = config.of("1.1.0", ",\"x\":\"" + "y".repeat(3 << 20) + "\"");
        try (var peer =
                new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.of(400, "no")))) {
            var outcome = add(large).run();

            assertThat(outcome.out()).hasSizeLessThan(100_000).contains("... (3145");
            assertThat(peer.posted().config()).hasValue(large);
        }
    }

    @Test
    void refusesMoreVariablesThanTheDaemonIsGiven() throws Exception {
        try (var peer =
                new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.of(200, "")))) {
            var call = add(config.of("1.1.0"));
            for (int i = 0; i < 130; i++) {
                call = call.with("CNI_EXTRA_" + i, "x");
            }

            assertThat(call.run().out())
                    .contains("\"code\": 4", "CmdAdd (shim): the variables CNI_* and K8S_* are more than 128");
            assertThat(peer.lines()).doesNotContain("POST /cni");
        }
    }

    @Test
    void anyAnswerEndsInJson() throws Exception {
        var answer = new AtomicReference<>("");
        try (var _ = new DaemonPeer(
                config.socketFolder(), PeerGeneration.NEWEST.answering(_ -> PeerAnswer.of(200, answer.get())))) {
            property()
                    .withExamples(EXAMPLES)
                    .forAll(texts(), integers().between(0, 3))
                    .checkAssert((text, shape) -> {
                        answer.set(shaped(text, shape));
                        endsInJson(add(config.of("0.4.0")));
                    });
        }
    }

    @Test
    void anyInputEndsInJson() {
        property().withExamples(EXAMPLES).forAll(anyBytes()).checkAssert(bytes -> endsInJson(add("").reading(bytes)));
    }

    /** Text for a body, for a string within a result, for a member of it, and for what stands in place of it. */
    private static String shaped(String text, int shape) {
        var quoted = '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        return switch (shape) {
            case 0 -> text;
            case 1 -> "{\"Result\":{\"interfaces\":[{\"name\":" + quoted + "}]}}";
            case 2 -> "{\"Result\":{\"ips\":[{\"address\":" + quoted + "}]}}";
            default -> "{\"Result\":" + text + "}";
        };
    }

    private ShimCall add(String input) {
        return ShimCall.of(shim, "ADD", input);
    }

    private static boolean isObject(JsonWalk walk) {
        boolean is = walk.isObject();
        walk.skip();
        return is;
    }

    private static void endsInJson(ShimCall call) {
        try {
            var outcome = call.run();
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.exit()).isBetween(0, 1);
            assertThat(JsonDocument.readUtf8(outcome.out().getBytes(UTF_8), OUTPUT, ShimPeerTroubleIT::isObject))
                    .isTrue();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
