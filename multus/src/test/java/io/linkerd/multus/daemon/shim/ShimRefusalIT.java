// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the runtime is told when the daemon says no, and CHECK, GC and STATUS when it says yes. */
@ParameterizedClass
@EnumSource(names = {"RELEASE", "CHECKED"})
class ShimRefusalIT extends NodeWithShim {
    private static final String LATER = "{\"code\":11,\"msg\":\"pod \\\"a\\\" not known\",\"details\":\"try again\"}";

    ShimRefusalIT(ShimBuild build) {
        super(build);
    }

    /** kubelet and containerd tell codes apart; from upstream's shim every one is 999. */
    @ParameterizedTest
    @CsvSource({"ADD,CmdAdd", "CHECK,CmdCheck", "GC,CmdGC", "STATUS,CmdStatus"})
    void keepsTheCodeOfTheDaemon(String command, String word) throws Exception {
        try (var _ = peer(PeerAnswer.of(400, LATER))) {
            refused(call(command, ""), 11, word + " (shim): pod \\\"a\\\" not known; try again");
        }
    }

    @ParameterizedTest
    @CsvSource({"ADD,CmdAdd", "CHECK,CmdCheck", "GC,CmdGC", "STATUS,CmdStatus"})
    void hasUpstreamsCodeWhenToldTo(String command, String word) throws Exception {
        try (var _ = peer(PeerAnswer.of(400, LATER))) {
            refused(
                    call(command, ",\"upstreamErrorCodes\":true"),
                    999,
                    word + " (shim): pod \\\"a\\\" not known; try again");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 500, 503})
    void quotesWhatIsNoCniError(int status) throws Exception {
        try (var _ = peer(PeerAnswer.of(status, "ERRORED: no\n"))) {
            var outcome = call("ADD", "").run();

            assertThat(outcome.out())
                    .startsWith("{\n    \"code\": 999,\n    \"msg\": \"CmdAdd (shim): CNI request failed with status "
                            + status + ": 'ERRORED: no\\n': StdinData: {\\\"cniVersion\\\":\\\"1.1.0\\\"");
            assertThat(outcome.exit()).isEqualTo(1);
        }
    }

    /** Upstream's own shims of that age call no daemon for these: a runtime that is told of a failure takes the node for not ready. */
    @ParameterizedTest
    @ValueSource(strings = {"GC", "STATUS"})
    void succeedsWhereTheDaemonIsFromBeforeTheCommand(String command) throws Exception {
        try (var _ = peer(PeerAnswer.of(400, "ContainerID:\"\" ERRORED: unknown cmd type: " + command + "\n"))) {
            var outcome = call(command, "").run();

            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.exit()).isZero();
        }
    }

    @Test
    void aDaemonThatDoesNotKnowCheckHasFailed() throws Exception {
        try (var _ = peer(PeerAnswer.of(400, "ERRORED: unknown cmd type: CHECK\n"))) {
            assertThat(call("CHECK", "").run().exit()).isEqualTo(1);
        }
    }

    /** A code that is none, or of another kind, is no CNI error; nor is one without words. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":\"11\",\"msg\":\"m\"}",
                "{\"code\":-1,\"msg\":\"m\"}",
                "{\"code\":11,\"msg\":\"\"}",
                "{\"code\":11}",
                "{\"code\":11,\"code\":7,\"msg\":\"m\"}",
                "[]"
            })
    void quotesACniErrorThatCannotBeRead(String body) throws Exception {
        try (var _ = peer(PeerAnswer.of(400, body))) {
            assertThat(call("CHECK", "").run().out())
                    .contains(
                            "\"code\": 999",
                            "CmdCheck (shim): CNI request failed with status 400: '" + body.replace("\"", "\\\"")
                                    + "'");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CHECK", "GC", "STATUS"})
    void printsNothingWhenAllIsWell(String command) throws Exception {
        try (var peer = peer(PeerAnswer.of(200, ""))) {
            var outcome = call(command, "").run();

            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.exit()).isZero();
            assertThat(peer.posted().body()).contains("\"CNI_COMMAND\":\"" + command + "\"");
        }
    }

    @Test
    void statusAndGcNeedNoContainer() throws Exception {
        try (var _ = peer(PeerAnswer.of(200, ""))) {
            for (var command : new String[] {"STATUS", "GC"}) {
                var call = call(command, "").without("CNI_CONTAINERID", "CNI_NETNS", "CNI_IFNAME", "CNI_ARGS");
                assertThat(call.run().exit()).isZero();
            }
        }
    }

    @Test
    void checkReadsAnAnswerThatHasABody() throws Exception {
        try (var _ = peer(PeerAnswer.of(200, "nonsense"))) {
            refused(
                    call("CHECK", ""),
                    999,
                    "CmdCheck (shim): failed to unmarshal response 'nonsense': invalid character 'o' in literal null (expecting 'u')");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"daemonSocketDir\":5 | daemonSocketDir is a number, not a string",
                "\"logToStderr\":\"yes\" | logToStderr is a string, not a boolean",
                "\"logFile\":[] | logFile is an array, not a string",
                "\"upstreamErrorCodes\":1 | upstreamErrorCodes is a number, not a boolean",
            })
    void refusesSettingsOfAnotherKind(String setting, String fault) throws Exception {
        refused(
                ShimCall.of(shim, "ADD", "{\"cniVersion\":\"1.1.0\",\"name\":\"a\"," + setting + "}"),
                999,
                "CmdAdd (shim): invalid CNI configuration passed to multus-shim: failed to gather the multus configuration: "
                        + fault);
    }

    private ShimCall call(String command, String more) {
        return ShimCall.of(shim, command, config.of("1.1.0", more));
    }

    private DaemonPeer peer(PeerAnswer answer) throws Exception {
        return new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(answer));
    }

    private static void refused(ShimCall call, int code, String message) throws Exception {
        var outcome = call.run();

        assertThat(outcome.out()).isEqualTo(CniFailure.of(code, message));
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exit()).isEqualTo(1);
    }
}
