// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DEL always succeeds, as upstream's; but a daemon is waited for, and one that none took is kept. */
@ParameterizedClass
@EnumSource(names = {"IMPATIENT", "CHECKED_IMPATIENT"})
class ShimDelIT extends NodeWithShim {
    private static final String SAME_NAMESPACE = "plugin's netns and netns from CNI_NETNS should not be the same";

    ShimDelIT(ShimBuild build) {
        super(build);
    }

    @ParameterizedTest
    @EnumSource
    void asksEveryGenerationOfDaemonsOnce(PeerGeneration generation) throws Exception {
        try (var peer = new DaemonPeer(config.socketFolder(), generation.answering(PeerAnswer.of(200, "")))) {
            silent(del());

            var expected = generation == PeerGeneration.V4_0_2
                    ? List.of("POST /healthz", "GET /healthz", "POST /cni")
                    : List.of("POST /healthz", "POST /cni");
            assertThat(peer.lines()).isEqualTo(expected);
            assertThat(peer.posted().body()).contains("\"CNI_COMMAND\":\"DEL\"");
            assertThat(config.spool()).doesNotExist();
        }
    }

    @Test
    void isKeptWhereThereIsNoDaemon() throws Exception {
        var outcome = silent(del());

        assertThat(outcome.took()).isLessThan(Duration.ofSeconds(5));
        assertThat(onlyEntry())
                .content()
                .startsWith("{\"env\":{")
                .contains("\"CNI_COMMAND\":\"DEL\"", "\"CNI_CONTAINERID\":\"c0ffee\"");
        assertThat(onlyEntry().getFileName().toString()).matches("c0ffee-eth0-[0-9a-f]{16}\\.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(onlyEntry())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(config.spool())))
                .isEqualTo("rwx------");
    }

    /** The daemon replays it as if it had just come. */
    @Test
    void whatIsKeptIsWhatWouldHaveBeenPosted() throws Exception {
        silent(del());
        try (var peer =
                new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.of(200, "")))) {
            silent(del());

            assertThat(onlyEntry()).hasContent(peer.posted().body());
        }
    }

    @Test
    void theSameDelIsKeptOnce() throws Exception {
        silent(del());
        silent(del());
        silent(del().with("CNI_NETNS", ""));
        silent(del().with("CNI_IFNAME", "net1"));

        assertThat(entries()).hasSize(3);
    }

    /** Too many requests, a proxy's page and a daemon that cannot: none of them is a word on this request. */
    @ParameterizedTest
    @ValueSource(ints = {404, 405, 408, 429, 500, 502, 503, 504})
    void isKeptWhenTheDaemonHasNotDealtWithIt(int status) throws Exception {
        try (var _ =
                new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.of(status, "")))) {
            silent(del());

            assertThat(entries()).hasSize(1);
        }
    }

    @Test
    void isKeptWhenTheConnectionEndsWithoutAnAnswer() throws Exception {
        try (var _ = new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.raw("")))) {
            silent(del());

            assertThat(entries()).hasSize(1);
        }
    }

    /** A daemon that stops breaks a DEL off that takes long, and the runtime asks for none after an exit status of 0. */
    @Test
    void isKeptWhenTheDaemonAsksForAnotherTry() throws Exception {
        var later = PeerAnswer.of(400, "{\"code\":11,\"msg\":\"its caller does not wait any more\"}");
        try (var _ = new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(later))) {
            silent(del());

            assertThat(entries()).hasSize(1);
        }
    }

    /** The next daemon is here before the runtime removes the network namespace, which plugins need. */
    @Test
    void waitsForTheNextDaemon() throws Exception {
        CompletableFuture<ShimCall.Outcome> running;
        try (var ending = new DaemonPeer(config.socketFolder(), _ -> PeerAnswer.raw(""))) {
            running = ShimCall.of(ShimBuild.RELEASE.shim(), "DEL", config.of("1.1.0"))
                    .begin();
            await().until(() -> !ending.lines().isEmpty());
        }
        try (var peer =
                new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.of(200, "")))) {
            assertThat(running.join().exit()).isZero();

            assertThat(peer.posted().body()).contains("\"CNI_COMMAND\":\"DEL\"");
            assertThat(config.spool()).doesNotExist();
        }
    }

    @Test
    void isFinishedByTheNextDaemonWhereOneIsKilledOverIt() throws Exception {
        var answers = new ArrayDeque<>(List.of(
                PeerAnswer.raw(""), PeerAnswer.of(400, "{\"code\":11,\"msg\":\"stops\"}"), PeerAnswer.of(200, "")));
        try (var peer = new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(_ -> answers.remove()))) {
            silent(ShimCall.of(ShimBuild.RELEASE.shim(), "DEL", config.of("1.1.0")));

            assertThat(peer.lines().stream().filter("POST /cni"::equals)).hasSize(3);
            assertThat(config.spool()).doesNotExist();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\":7,\"msg\":\"no\"}", "ERRORED: no\n", ""})
    void isNotKeptWhenTheDaemonSaysNo(String body) throws Exception {
        try (var _ = new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.of(400, body)))) {
            silent(del());

            assertThat(config.spool()).doesNotExist();
        }
    }

    @Test
    void isKeptWithSettingsOfAnotherKind() throws Exception {
        var input = "{\"name\":\"a\",\"daemonSocketDir\":5,\"cniDir\":\"%s\"}"
                .formatted(config.spool().getParent());
        silent(ShimCall.of(shim, "DEL", input));

        assertThat(entries()).hasSize(1);
    }

    /** A pod is never held back by a full disk. */
    @Test
    void succeedsAlsoWhereNothingCanBeKept() throws Exception {
        Files.writeString(config.spool().getParent(), "in the way");
        silent(del());

        var logged = ShimCall.of(shim, "DEL", config.of("1.1.0", ",\"logToStderr\":true,\"logLevel\":\"error\""))
                .run();
        assertThat(logged.err())
                .containsPattern(
                        "(?m)^20[0-9T:-]+Z \\[error] CmdDel \\(shim\\): CheckAPIReadyNow: Daemon not reachable over socketfile: .*$")
                .containsPattern(
                        "(?m)^20[0-9T:-]+Z \\[error] CmdDel \\(shim\\): cannot keep the DEL in .*/spool: Not a directory$");
        assertThat(logged.exit()).isZero();
    }

    @Test
    void theNodesOwnNamespaceIsAFailureAfterwards() throws Exception {
        try (var peer =
                new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.of(200, "")))) {
            var outcome = del().with("CNI_NETNS", "/proc/self/ns/net").run();

            assertThat(outcome.out()).isEqualTo(CniFailure.of(8, SAME_NAMESPACE));
            assertThat(outcome.exit()).isEqualTo(1);
            assertThat(peer.posted().body()).contains("DEL");
        }
    }

    private ShimCall del() {
        return ShimCall.of(shim, "DEL", config.of("1.1.0"));
    }

    private Path onlyEntry() throws IOException {
        assertThat(entries()).hasSize(1);
        return entries().getFirst();
    }

    private List<Path> entries() throws IOException {
        try (var files = Files.list(config.spool())) {
            return files.toList();
        }
    }

    private static ShimCall.Outcome silent(ShimCall call) throws Exception {
        var outcome = call.run();
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exit()).isZero();
        return outcome;
    }
}
