// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long the shim waits, and for what. It is a build with shorter times; a unit test has those of nodes. */
class ShimPatienceIT extends NodeWithShim {
    private static final String RESULT = "{\"Result\":{}}";

    /** From the time that the build has to what a busy machine adds. */
    private static final Duration PROBES = Duration.ofMillis(1500);

    private static final Duration LATE = Duration.ofSeconds(20);

    ShimPatienceIT() {
        super(ShimBuild.IMPATIENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ADD", "CHECK", "GC", "STATUS"})
    void givesUpOnADaemonThatDoesNotCome(String command) throws Exception {
        var outcome = call(command).run();

        var word = command.length() == 2
                ? "GC"
                : command.charAt(0) + command.substring(1).toLowerCase(Locale.ROOT);
        assertThat(outcome.out())
                .isEqualTo(CniFailure.of(999, "Cmd" + word + " (shim): timed out waiting for the condition"));
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.took()).isBetween(PROBES, LATE);
    }

    @Test
    void probesAllTheTime() throws Exception {
        try (var peer = new DaemonPeer(config.socketFolder(), _ -> PeerAnswer.of(500, ""))) {
            assertThat(call("ADD").run().exit()).isEqualTo(1);

            assertThat(peer.lines()).allMatch("POST /readyz"::equals).hasSizeBetween(5, 17);
        }
    }

    @Test
    void waitsForADaemonThatIsStillStarting() throws Exception {
        var ready = new AtomicBoolean();
        var whenReady = PeerGeneration.NEWEST.answering(PeerAnswer.of(200, RESULT));
        try (var peer = new DaemonPeer(
                config.socketFolder(), request -> ready.get() ? whenReady.answer(request) : PeerAnswer.of(500, ""))) {
            var add = ShimCall.aside(() -> run(call("ADD")));
            await().until(() -> peer.lines().size() >= 2);
            ready.set(true);

            assertThat(add.join().exit()).isZero();
        }
    }

    @Test
    void waitsForADaemonThatIsBeingReplaced() throws Exception {
        var add = ShimCall.aside(() -> run(call("ADD")));
        try (var _ =
                new DaemonPeer(config.socketFolder(), PeerGeneration.V4_0_2.answering(PeerAnswer.of(200, RESULT)))) {
            assertThat(add.join().exit()).isZero();
        }
    }

    @Test
    void aDaemonThatTakesTheProbeAndSaysNothingIsNotReady() throws Exception {
        try (var _ = new DaemonPeer(config.socketFolder(), _ -> PeerAnswer.none())) {
            var outcome = call("ADD").run();

            assertThat(outcome.out()).contains("timed out waiting for the condition");
            assertThat(outcome.took()).isBetween(PROBES, LATE);
        }
    }

    @Test
    void anEndingDaemonTakesNoAdd() throws Exception {
        try (var peer =
                new DaemonPeer(config.socketFolder(), PeerGeneration.ENDING.answering(PeerAnswer.of(200, RESULT)))) {
            assertThat(call("ADD").run().out()).contains("timed out waiting for the condition");
            assertThat(peer.lines()).doesNotContain("POST /cni");
        }
    }

    @Test
    void anAnswerThatDoesNotComeIsAFailure() throws Exception {
        try (var _ = new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.none()))) {
            var outcome = call("ADD").run();

            assertThat(outcome.out())
                    .contains("\"code\": 999", "CmdAdd (shim): failed to send CNI request: ", "no answer in time");
            assertThat(outcome.took()).isBetween(Duration.ofSeconds(1), LATE);
        }
    }

    @Test
    void aDelThatIsNotAnsweredIsKept() throws Exception {
        try (var _ = new DaemonPeer(config.socketFolder(), PeerGeneration.NEWEST.answering(PeerAnswer.none()))) {
            assertThat(call("DEL").run().exit()).isZero();

            assertThat(kept()).hasSize(1);
        }
    }

    @Test
    void aDelWhoseProbeIsNotAnsweredIsKept() throws Exception {
        try (var peer = new DaemonPeer(config.socketFolder(), _ -> PeerAnswer.none())) {
            assertThat(call("DEL").run().exit()).isZero();

            assertThat(peer.lines()).containsExactly("POST /healthz");
            assertThat(kept()).hasSize(1);
        }
    }

    @Test
    void aRuntimeThatDoesNotEndItsInputIsToldSo() throws Exception {
        var process = call("ADD").start();
        try (var _ = process.getOutputStream();
                var out = process.getInputStream()) {
            assertThat(new String(out.readAllBytes(), UTF_8))
                    .isEqualTo(CniFailure.of(5, "error reading from stdin: timed out"));
            assertThat(process.waitFor()).isEqualTo(1);
        }
    }

    @Test
    void aSocketThatNoPathLeadsToIsToldAtOnce() throws Exception {
        var deep = new NetworkConfig(Path.of("/" + "x".repeat(120)));
        var outcome = ShimCall.of(shim, "ADD", deep.of("1.1.0")).run();

        assertThat(outcome.out()).contains("\"code\": 999", "CmdAdd (shim): the socket's path is too long: /xxx");
    }

    /** The oldest make room for new ones. */
    @Test
    void theSpoolIsBounded() throws Exception {
        var frugal = ShimBuild.FRUGAL.shim();
        for (int i = 0; i < 9; i++) {
            var del = ShimCall.of(frugal, "DEL", config.of("1.1.0")).with("CNI_CONTAINERID", "c" + i);
            assertThat(del.run().exit()).isZero();
        }

        assertThat(kept()).map(name -> name.substring(0, 2)).containsExactlyInAnyOrder("c5", "c6", "c7", "c8");
    }

    private List<String> kept() throws IOException {
        try (var files = Files.list(config.spool())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private ShimCall call(String command) {
        return ShimCall.of(shim, command, config.of("1.1.0"));
    }

    private static ShimCall.Outcome run(ShimCall call) {
        try {
            return call.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
