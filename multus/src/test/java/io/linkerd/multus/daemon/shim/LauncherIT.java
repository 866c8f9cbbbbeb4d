// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.shim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Delegates are run in the host's root, as if the daemon itself had started them there. */
class LauncherIT {
    private static final String INPUT = "{\"cniVersion\":\"1.1.0\"}";

    @TempDir
    private Path root;

    private Path launcher;
    private Path plugin;

    @BeforeEach
    void build() throws Exception {
        launcher = ShimBuild.RELEASE.launcher();
        plugin = root.resolve("opt/cni/bin/plugin");
        Files.createDirectories(plugin.getParent());
        Files.copy(ShimBuild.RELEASE.plugin(), plugin, StandardCopyOption.COPY_ATTRIBUTES);
        Files.createFile(root.resolve("marker"));
    }

    @Test
    void runsAPluginOfTheHostsInItsRoot() throws Exception {
        requireRoot();
        var outcome = launch(root.toString(), "/opt/cni/bin/plugin")
                .with("CNI_COMMAND", "ADD")
                .run();

        assertThat(outcome.out())
                .isEqualTo("arguments=1 name=/opt/cni/bin/plugin folder=/ command=ADD input=" + INPUT
                        + " leader=yes marker=yes file9=closed blocked=no\n");
        assertThat(outcome.err()).isEqualTo("said to standard error\n");
        assertThat(outcome.exit()).isZero();
    }

    @Test
    void runsAPluginWhereThereIsNoOtherRoot() throws Exception {
        var outcome = launch("/", plugin.toString()).run();

        assertThat(outcome.out()).contains("name=" + plugin, "folder=/ ", "marker=no", "leader=yes");
        assertThat(outcome.exit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "7", "255"})
    void endsAsThePluginEnds(String status) throws Exception {
        assertThat(launch("/", plugin.toString()).with("STATUS", status).run().exit())
                .isEqualTo(Integer.parseInt(status));
    }

    @Test
    void saysThatThereIsNoSuchPlugin() throws Exception {
        requireRoot();
        var outcome = launch(root.toString(), "/opt/cni/bin/none").run();

        assertThat(outcome.out())
                .isEqualTo(CniFailure.of(999, "cannot run /opt/cni/bin/none: No such file or directory"));
        assertThat(outcome.exit()).isEqualTo(1);
    }

    @Test
    void saysThatThereIsNoSuchRoot() throws Exception {
        requireRoot();
        assertThat(launch("/none", "/opt/cni/bin/plugin").run().out())
                .isEqualTo(CniFailure.of(999, "cannot make /none the root: No such file or directory"));
    }

    @Test
    void wantsAbsolutePaths() throws Exception {
        for (var call : new ShimCall[] {launch("host", "/x"), launch("/", "x"), launch("/"), launch()}) {
            var outcome = call.run();
            assertThat(outcome.out()).contains("\"code\": 999", "usage: multus-launch ROOT PROGRAM");
            assertThat(outcome.exit()).isEqualTo(1);
        }
    }

    /** Who installs plugins may write them in their place: https://github.com/k8snetworkplumbingwg/multus-cni/issues/1221. */
    @Test
    void waitsForAPluginThatIsJustWritten() throws Exception {
        CompletableFuture<ShimCall.Outcome> outcome;
        try (var _ = FileChannel.open(plugin, StandardOpenOption.WRITE)) {
            var process = launch("/", plugin.toString()).start();
            outcome = ShimCall.aside(() -> ended(process));
            // It leads its own session once it has begun to try.
            await().atMost(Duration.ofSeconds(20)).until(() -> leads(process));
            assertThat(process.isAlive()).isTrue();
        }

        assertThat(outcome.join().out()).contains("name=" + plugin);
        assertThat(outcome.join().exit()).isZero();
    }

    private static boolean leads(Process process) {
        try {
            var fields = Files.readString(Path.of("/proc/" + process.pid() + "/stat"))
                    .replaceFirst("^.*\\) ", "")
                    .split(" ", -1);
            return Long.parseLong(fields[3]) == process.pid();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ShimCall.Outcome ended(Process process) {
        try (var out = process.getInputStream();
                var err = process.getErrorStream()) {
            process.getOutputStream().close();
            var text = new String(out.readAllBytes(), UTF_8);
            return new ShimCall.Outcome(process.waitFor(), text, new String(err.readAllBytes(), UTF_8), Duration.ZERO);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private ShimCall launch(String... arguments) {
        return ShimCall.bare(launcher, arguments).reading(INPUT.getBytes(UTF_8));
    }

    private static void requireRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "another root takes root");
    }
}
