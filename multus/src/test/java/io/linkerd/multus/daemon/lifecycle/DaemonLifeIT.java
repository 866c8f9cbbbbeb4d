// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.config.ExitCode;
import io.linkerd.multus.service.departure.DepartureVerdict;
import io.linkerd.multus.service.files.BrittleFileCalls;
import io.linkerd.multus.service.files.BrittleFileCalls.Fate;
import io.linkerd.multus.service.files.FileCalls;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonLifeIT {
    private static final DepartureVerdict LEAVE = new DepartureVerdict.Leave("the DaemonSet stands");
    private static final DepartureVerdict REMOVE = new DepartureVerdict.Remove("the DaemonSet is gone");

    @TempDir
    private Path root;

    @Test
    void theConfigurationIsWrittenOnceTheSocketAnswersAndTheShimIsThere() throws Exception {
        var daemon = daemon(LEAVE).withPrimary().start().untilReady();

        assertThat(daemon.events).containsExactly("serve without configuration");
        assertThat(daemon.program).isExecutable();
        daemon.stop();
        assertThat(daemon.end()).isEqualTo(ExitCode.STOPPED);
    }

    /** It said that it is starting, and for minutes nothing else. */
    @Test
    void aStartSaysWhatItWaitsFor() throws Exception {
        var daemon = daemon(LEAVE).withPrimary();
        Files.delete(daemon.ready);
        daemon.start().until(() -> daemon.whyNotReady().toString().contains("readiness indicator file is not there"));
        Files.delete(daemon.folder.resolve("10-a.conf"));
        Files.writeString(daemon.ready, "");

        daemon.until(() ->
                daemon.whyNotReady().toString().contains("could not find a plugin configuration in " + daemon.folder));
        daemon.withPrimary().untilReady().stop();
        assertThat(daemon.end()).isEqualTo(ExitCode.STOPPED);
    }

    @Test
    void theConfigurationStaysWhileThePodIsOnlyReplaced() throws Exception {
        var daemon = daemon(LEAVE).withPrimary().start().untilReady();

        daemon.stop();

        assertThat(daemon.end()).isEqualTo(ExitCode.STOPPED);
        assertThat(daemon.events)
                .containsExactly("serve without configuration", "begin stop", "stop with configuration");
        assertThat(daemon.written).exists();
        assertThat(daemon.socket).doesNotExist();
    }

    @Test
    void atARemovalTheConfigurationGoesBeforeTheSocket() throws Exception {
        var daemon = daemon(REMOVE).withPrimary().start().untilReady();

        daemon.stop();

        assertThat(daemon.end()).isEqualTo(ExitCode.STOPPED);
        assertThat(daemon.events)
                .containsExactly("serve without configuration", "begin stop", "stop without configuration");
        assertThat(daemon.folder).isDirectoryContaining("glob:**10-a.conf");
        assertThat(daemon.folder.toFile().list()).hasSize(1);
    }

    @Test
    void aRemovalThatTheDiskRefusesOnceIsTriedAgain() throws Exception {
        var before = daemon(LEAVE).withPrimary().start().untilReady();
        before.stop();
        before.end();
        // All is in place, so that the first call is the removal's.
        var reason = new FileSystemException("f", null, "Input/output error");
        var calls = new BrittleFileCalls(1, new Fate.Failure(reason));
        var daemon = daemon(0, calls, REMOVE).start().untilReady();
        assertThat(calls.cameToIt()).isFalse();

        daemon.stop();

        assertThat(daemon.end()).isEqualTo(ExitCode.STOPPED);
        assertThat(calls.cameToIt()).isTrue();
        assertThat(daemon.written).doesNotExist();
    }

    @Test
    void endsWhereTheReadinessIndicatorFileIsRemoved() throws Exception {
        var daemon = daemon(LEAVE).withPrimary().start().untilReady();

        Files.delete(daemon.ready);

        assertThat(daemon.end()).isEqualTo(ExitCode.READINESS_FILE_REMOVED);
        assertThat(daemon.events)
                .containsExactly("serve without configuration", "begin stop", "stop without configuration");
    }

    /** Upstream's daemon empties the folder at its start, and so do people: no shim would ever get through again. */
    @Test
    void endsWhereItsSocketIsRemovedAndLeavesTheConfiguration() throws Exception {
        var daemon = daemon(LEAVE).withPrimary().start().untilReady();

        Files.delete(daemon.socket);

        assertThat(daemon.end()).isEqualTo(ExitCode.SERVER_NOT_STARTED);
        assertThat(daemon.events)
                .containsExactly("serve without configuration", "begin stop", "stop with configuration");
        assertThat(daemon.written).exists();
    }

    @Test
    void endsWhereAnotherSocketHasTheNameOfItsOwn() throws Exception {
        var daemon = daemon(LEAVE).withPrimary().start().untilReady();

        try (var other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(root.resolve("other")));
            Files.move(root.resolve("other"), daemon.socket, StandardCopyOption.ATOMIC_MOVE);

            assertThat(daemon.end()).isEqualTo(ExitCode.SERVER_NOT_STARTED);
            assertThat(daemon.socket).exists();
        }
    }

    /** The folder may go because Multus does. */
    @Test
    void asksAlsoWithoutItsSocketWhetherItIsRemoved() throws Exception {
        var daemon = daemon(REMOVE).withPrimary().start().untilReady();

        Files.delete(daemon.socket);

        assertThat(daemon.end()).isEqualTo(ExitCode.SERVER_NOT_STARTED);
        assertThat(daemon.written).doesNotExist();
    }

    @Test
    void aDaemonThatIsNotRootNeitherServesNorWrites() throws Exception {
        var daemon = daemon(1000, FileCalls.ofTheSystem(), LEAVE).withPrimary().start();

        assertThat(daemon.end()).isEqualTo(ExitCode.NOT_ROOT);
        assertThat(daemon.events).isEmpty();
        assertThat(daemon.written).doesNotExist();
    }

    @Test
    void aRemovalWhileTheDaemonStartsTakesWhatTheOneBeforeItWrote() throws Exception {
        var before = daemon(LEAVE).withPrimary().start().untilReady();
        before.stop();
        before.end();
        var daemon = daemon(REMOVE);
        Files.delete(daemon.ready);
        daemon.start();

        daemon.stop();

        assertThat(daemon.end()).isEqualTo(ExitCode.STOPPED);
        assertThat(daemon.written).doesNotExist();
    }

    @Test
    void aSocketThatAnotherFileStandsInThePlaceOfEndsTheStart() throws Exception {
        var daemon = daemon(LEAVE).withPrimary();
        Files.writeString(daemon.socketFolder, "no folder");

        assertThat(daemon.start().end()).isEqualTo(ExitCode.SERVER_NOT_STARTED);
        assertThat(daemon.written).doesNotExist();
    }

    @Test
    void aSocketThatDoesNotAnswerIsNotReady() throws Exception {
        var probe = new OwnProbe(root.resolve("none"), Duration.ofMillis(50));

        assertThat(probe.ask()).isInstanceOf(Result.Not.class);
    }

    private LivingDaemon daemon(DepartureVerdict verdict) throws IOException {
        return daemon(0, FileCalls.ofTheSystem(), verdict);
    }

    private LivingDaemon daemon(int user, FileCalls calls, DepartureVerdict verdict) throws IOException {
        return new LivingDaemon(root, user, calls, verdict);
    }
}
