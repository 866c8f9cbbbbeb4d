// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.shim.PeerGeneration.UnaryAnswers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ADD against every generation of daemons: what they are asked, and what the runtime reads. */
@ParameterizedClass
@EnumSource(names = {"RELEASE", "CHECKED"})
class ShimAddIT extends NodeWithShim {
    private static final String RESULT = """
            {"Result":{"cniVersion":"1.1.0","interfaces":[{"name":"eth0","mac":"0a:58:0a:01:02:03","mtu":1400,"sandbox":"/run/netns/x"}],
            "ips":[{"interface":0,"address":"10.1.2.3/24","gateway":"10.1.2.1"}],"routes":[{"dst":"0.0.0.0/0","gw":"10.1.2.1"}]}}""";

    ShimAddIT(ShimBuild build) {
        super(build);
    }

    @ParameterizedTest
    @EnumSource(names = "ENDING", mode = EnumSource.Mode.EXCLUDE)
    void asksEveryGenerationOfDaemons(PeerGeneration generation) throws Exception {
        try (var peer = new DaemonPeer(config.socketFolder(), generation.answering(PeerAnswer.of(200, RESULT)))) {
            var outcome = add("1.1.0").run();

            assertThat(outcome.exit()).as(outcome.out()).isZero();
            var expected = new ArrayList<>(generation.probes());
            expected.add("POST /cni");
            assertThat(peer.lines()).isEqualTo(expected);
        }
    }

    /** Upstream's daemon gets from us what it gets from its own shim, but for the runtime's other variables. */
    @Test
    void handsTheDaemonTheCallAndNoMoreOfTheEnvironment() throws Exception {
        try (var peer = newest(PeerAnswer.of(200, RESULT))) {
            add("1.1.0").with("AWS_SECRET", "x").with("PATH", "/bin").run();

            var posted = peer.posted();
            assertThat(posted.config()).hasValue(config.of("1.1.0"));
            assertThat(posted.body())
                    .startsWith("{\"env\":{")
                    .contains("\"CNI_COMMAND\":\"ADD\"", "\"CNI_CONTAINERID\":\"c0ffee\"", "\"CNI_IFNAME\":\"eth0\"")
                    .contains(
                            "\"CNI_ARGS\":\"" + ShimCall.ARGUMENTS + "\"",
                            "\"CNI_NETNS\":\"/run/netns/none\"",
                            "\"CNI_PATH\":")
                    .doesNotContain("SECRET", "\"PATH\"");
            assertThat(posted.headers())
                    .contains("Host: dummy\r\n", "Content-Type: application/json\r\n", "Connection: close\r\n");
            assertThat(peer.requests().getFirst().body()).isEqualTo("null");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1.0", "0.2.0", "0.3.0", "0.3.1", "0.4.0", "1.0.0", "1.1.0"})
    void printsTheResultInTheFormOfTheConfiguration(String version) throws Exception {
        try (var _ = newest(PeerAnswer.of(200, RESULT))) {
            var outcome = add(version).run();

            var form = version.startsWith("1.") ? "1" : version.compareTo("0.3.0") < 0 ? "0.2" : "0.3";
            var expected = Files.readString(Path.of("src/test/resources/shim/result-" + form + ".json"));
            assertThat(outcome.out())
                    .isEqualTo(expected.replace("VERSION", version).stripTrailing());
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.exit()).isZero();
        }
    }

    @Test
    void aConfigurationWithoutAVersionIsOfTheOldest() throws Exception {
        try (var _ = newest(PeerAnswer.of(200, RESULT))) {
            assertThat(ShimCall.of(shim, "ADD", config.of("")).run().out())
                    .contains("\"cniVersion\": \"0.1.0\"", "\"ip4\"");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4096})
    void readsAnAnswerInChunks(int size) throws Exception {
        try (var _ = newest(PeerAnswer.chunked(200, RESULT, size))) {
            assertThat(add("1.1.0").run().out()).contains("\"address\": \"10.1.2.3/24\"");
        }
    }

    @Test
    void doesNotWaitForTheConnectionToEnd() throws Exception {
        try (var _ = newest(PeerAnswer.of(200, RESULT).keptOpen())) {
            assertThat(add("1.1.0").run().exit()).isZero();
        }
    }

    /** Upstream's shim panics, with exit status 2 and no JSON. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``",
                "null",
                "{}",
                "{\"Result\":null}",
                "{\"Result\":{\"ips\":[null]}}",
                "{\"Result\":{\"routes\":[null]}}"
            })
    void anAnswerWithoutAResultIsAFailure(String body) throws Exception {
        try (var _ = newest(PeerAnswer.of(200, body))) {
            var outcome = add("0.4.0").run();

            assertThat(outcome.out())
                    .startsWith("{\n    \"code\": 999,\n    \"msg\": \"CmdAdd (shim): failed to unmarshal response '");
            assertThat(outcome.exit()).isEqualTo(1);
        }
    }

    @Test
    void aResultWithoutAnAddressHasNoFormBefore030() throws Exception {
        try (var _ = newest(PeerAnswer.of(200, "{\"Result\":{\"cniVersion\":\"1.0.0\"}}"))) {
            assertThat(add("0.2.0").run().out()).isEqualTo(CniFailure.of(999, "cannot convert: no valid IP addresses"));
            assertThat(add("0.3.1").run().out()).isEqualTo("{\n    \"cniVersion\": \"0.3.1\",\n    \"dns\": {}\n}");
            assertThat(add("1.0.0").run().out()).isEqualTo("{\n    \"cniVersion\": \"1.0.0\"\n}");
        }
    }

    /** Upstream's shim has the daemon attach the pod to the node's namespace first, and prints result and failure one after another. */
    @Test
    void refusesTheNodesOwnNamespaceBeforeItAsks() throws Exception {
        try (var peer = newest(PeerAnswer.of(200, RESULT))) {
            var outcome = add("1.1.0").with("CNI_NETNS", "/proc/self/ns/net").run();

            assertThat(outcome.out())
                    .isEqualTo(CniFailure.of(8, "plugin's netns and netns from CNI_NETNS should not be the same"));
            assertThat(outcome.exit()).isEqualTo(1);
            assertThat(peer.lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "true", "TRUE"})
    void takesTheNodesOwnNamespaceWhenToldTo(String override) throws Exception {
        try (var _ = newest(PeerAnswer.of(200, RESULT))) {
            var call = add("1.1.0").with("CNI_NETNS", "/proc/self/ns/net").with("CNI_NETNS_OVERRIDE", override);
            assertThat(call.run().exit()).isZero();
        }
    }

    private ShimCall add(String version) {
        return ShimCall.of(shim, "ADD", config.of(version));
    }

    private DaemonPeer newest(PeerAnswer answer) throws Exception {
        UnaryAnswers answers = PeerGeneration.NEWEST.answering(answer);
        return new DaemonPeer(config.socketFolder(), answers);
    }
}
