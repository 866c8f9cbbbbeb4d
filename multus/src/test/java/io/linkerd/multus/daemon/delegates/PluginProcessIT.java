// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.clocks.Pauses;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PluginProcessIT {
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Pauses NEVER = _ -> {
        throw new AssertionError("nothing is being written");
    };

    /** Makes what it starts the leader of a group of its own, and changes to no root. */
    private static final PluginLauncher OWN_GROUP = new PluginLauncher(List.of("/usr/bin/setsid"), OptionalInt.empty());

    @TempDir
    private Path folder;

    private PluginFolder plugins;

    @BeforeEach
    void folder() {
        plugins = new PluginFolder(folder);
    }

    @Test
    void givesThePluginItsInputAndItsEnvironmentAndNothingElse() {
        var path = plugins.put("plugin", "cat; echo; env | sort; pwd");
        var call = new PluginCall(
                PluginCommand.ADD,
                "plugin",
                "{\"name\":\"ä\"}",
                Map.of("CNI_COMMAND", "ADD", "CNI_ARGS", "a=b;c=d=e", "PATH", "/usr/bin:/bin"));

        var ending = run(PluginLauncher.NONE, LONG, path, call);

        assertThat(ending).isInstanceOf(PluginEnding.Exited.class);
        assertThat(((PluginEnding.Exited) ending).stdout().lines().filter(line -> !line.startsWith("PWD=")))
                .containsExactly(
                        "{\"name\":\"ä\"}", "CNI_ARGS=a=b;c=d=e", "CNI_COMMAND=ADD", "PATH=/usr/bin:/bin", "/");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 127, 255})
    void tellsTheExitStatusAndBothOutputs(int status) {
        var path = plugins.put("plugin", "echo out; echo err >&2; exit " + status);

        assertThat(run(path)).isEqualTo(new PluginEnding.Exited(status, "out\n", "err\n"));
    }

    @Test
    void tellsAPluginThatSaysNothing() {
        assertThat(run(plugins.put("plugin", ":"))).isEqualTo(new PluginEnding.Exited(0, "", ""));
    }

    @Test
    void tellsASignal() {
        assertThat(run(plugins.put("plugin", "kill -SEGV $$"))).isEqualTo(new PluginEnding.Exited(139, "", ""));
    }

    @Test
    void takesMoreThanAPipeHolds() {
        var path = plugins.put(
                "plugin", "head -c 1000000 /dev/zero | tr '\\0' x; head -c 1000000 /dev/zero | tr '\\0' y >&2");

        assertThat(run(path)).isEqualTo(new PluginEnding.Exited(0, "x".repeat(1_000_000), "y".repeat(16 << 10)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec yes", "yes & yes", "cat /dev/zero"})
    void killsAPluginThatNeverStopsPrinting(String script) {
        assertThat(run(OWN_GROUP, LONG, plugins.put("plugin", script), PluginFolder.call("")))
                .isEqualTo(new PluginEnding.TooMuch(1 << 20));
    }

    @Test
    void killsAPluginThatIsLate() {
        var ending = run(
                PluginLauncher.NONE,
                SHORT,
                plugins.put("plugin", "echo waiting >&2; exec sleep 1000"),
                PluginFolder.call(""));

        assertThat(ending).isInstanceOfSatisfying(PluginEnding.Late.class, late -> {
            assertThat(late.time()).isGreaterThanOrEqualTo(SHORT).isLessThan(LONG);
            assertThat(late.stderr()).isEqualTo("waiting\n");
        });
    }

    @Test
    void killsAPluginWhoseCallerWaitsNoLonger() {
        var path = plugins.put("plugin", "exec sleep 1000");

        var ending = process(PluginLauncher.NONE, LONG, NEVER)
                .run(path, PluginFolder.call(""), Deadline.in(SHORT, System::nanoTime));

        assertThat(ending).isInstanceOf(PluginEnding.Abandoned.class);
    }

    @Test
    void killsWhatAPluginHasStartedTooWhenItsCallerGoesAway() throws IOException {
        // The first child loses its parent at once, and is no descendant any more.
        var path = plugins.put(
                "plugin",
                "(sleep 1000 & echo $! >> pids) & wait; sleep 1000 & echo $! >> pids; echo $$ >> pids; mv pids told; wait");
        var deadline = Deadline.in(LONG, System::nanoTime);
        var call = PluginFolder.call(PluginEnvironment.PATH);
        var run = CompletableFuture.supplyAsync(
                () -> process(OWN_GROUP, LONG, NEVER).run(inFolder(path), call, deadline));
        var told = folder.resolve("told");
        await().until(() -> Files.exists(told));

        deadline.abandon();

        assertThat(run.join()).isInstanceOf(PluginEnding.Abandoned.class);
        assertThat(Files.readAllLines(told)).hasSize(3).allSatisfy(PluginProcessIT::assertEnds);
    }

    @Test
    void killsWhatAPluginHasStartedWithoutALauncherToo() throws IOException {
        var path = plugins.put("plugin", "sleep 1000 & echo $! > pids; mv pids told; wait");

        var ending = run(PluginLauncher.NONE, SHORT, inFolder(path), PluginFolder.call(""));

        assertThat(ending).isInstanceOf(PluginEnding.Late.class);
        assertThat(Files.readAllLines(folder.resolve("told"))).hasSize(1).allSatisfy(PluginProcessIT::assertEnds);
    }

    @Test
    void waitsForNoChildThatHoldsThePipesOpen() throws IOException {
        var path = plugins.put("plugin", "sleep 1000 & echo $! > pid; echo '{}'");
        var before = System.nanoTime();

        assertThat(run(inFolder(path))).isEqualTo(new PluginEnding.Exited(0, "{}\n", ""));

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
        var child = ProcessHandle.of(
                Long.parseLong(Files.readString(folder.resolve("pid")).strip()));
        assertThat(child).hasValueSatisfying(each -> assertThat(each.isAlive()).isTrue());
        child.orElseThrow().destroyForcibly();
    }

    @Test
    void waitsForNoChildThatNeverStopsPrinting() throws IOException {
        var path = plugins.put(
                "plugin", "(echo; : > started; exec yes) & echo $! > pid; until [ -e started ]; do :; done");

        // Whichever comes first: its pipe is closed, or it is killed.
        assertThat(run(OWN_GROUP, LONG, inFolder(path), PluginFolder.call("")))
                .isInstanceOfAny(PluginEnding.Exited.class, PluginEnding.TooMuch.class);

        assertEnds(Files.readString(folder.resolve("pid")).strip());
    }

    @Test
    void waitsForNoPluginThatLeavesItsInputUnread() {
        var call = PluginFolder.call("x".repeat(10 << 20));

        assertThat(run(PluginLauncher.NONE, LONG, plugins.put("plugin", "echo '{}'"), call))
                .isEqualTo(new PluginEnding.Exited(0, "{}\n", ""));
        assertThat(run(PluginLauncher.NONE, SHORT, plugins.put("slow", "exec sleep 1000"), call))
                .isInstanceOf(PluginEnding.Late.class);
    }

    /** The daemon's thread that fed it waited until the child ended, and another one behind it that reaps. */
    @Test
    void aChildThatHoldsTheInputUnreadHoldsNothingOfTheDaemon() throws IOException {
        var path = plugins.put(
                "plugin", "exec 3<&0; sleep 1000 <&3 3<&- >/dev/null 2>&1 & echo $! > pid; exec 3<&-; echo '{}'");
        var call = PluginFolder.call("x".repeat(10 << 20));

        assertThat(run(PluginLauncher.NONE, LONG, inFolder(path), call))
                .isEqualTo(new PluginEnding.Exited(0, "{}\n", ""));

        assertHoldsInputAlone(Files.readString(folder.resolve("pid")).strip());
    }

    /** A child in a group of its own is not killed with the plugin. */
    @Test
    void aChildOfALatePluginThatHoldsTheInputUnreadHoldsNothingOfTheDaemon() throws IOException {
        var path = plugins.put(
                "plugin",
                "exec 3<&0; (setsid sleep 1000 <&3 3<&- & echo $! > pid; mv pid told) >/dev/null 2>&1; exec sleep 1000");
        var call = PluginFolder.call("x".repeat(10 << 20));

        assertThat(run(OWN_GROUP, Duration.ofSeconds(2), inFolder(path), call)).isInstanceOf(PluginEnding.Late.class);

        assertHoldsInputAlone(Files.readString(folder.resolve("told")).strip());
    }

    @Test
    void givesLongInputWholeToo() {
        var path = plugins.put("plugin", "cat | wc -c");

        for (int length : List.of(0, 4095, 4096, 4097, 65_537, 10 << 20)) {
            assertThat(run(PluginLauncher.NONE, LONG, path, PluginFolder.call("x".repeat(length))))
                    .isEqualTo(new PluginEnding.Exited(0, length + "\n", ""));
        }
    }

    @Test
    void saysWhyAProgramDoesNotStart() throws IOException {
        var forbidden =
                Files.writeString(folder.resolve("forbidden"), "#!/bin/sh\n").toString();

        assertThat(run(forbidden))
                .isEqualTo(new PluginEnding.NotStarted("fork/exec " + forbidden + ": permission denied", false));
        assertThat(run(folder + "/absent"))
                .isEqualTo(new PluginEnding.NotStarted(
                        "fork/exec " + folder + "/absent: no such file or directory", false));
    }

    @Test
    void anEnvironmentThatNoProgramCanHaveStartsNone() {
        var call = PluginFolder.call(Map.of("CNI_ARGS", "a=\0b"));

        assertThat(run(PluginLauncher.NONE, LONG, plugins.put("plugin", ":"), call))
                .isInstanceOfSatisfying(
                        PluginEnding.NotStarted.class,
                        ending -> assertThat(ending.reason()).endsWith("invalid argument"));
    }

    @Test
    void startsAProgramThatWasBeingWrittenOnceItIsThere() throws IOException {
        var path = plugins.put("plugin", "echo '{}'");
        var pauses = new ArrayList<Duration>();
        try (var writing = FileChannel.open(Path.of(path), StandardOpenOption.WRITE)) {
            var process = process(PluginLauncher.NONE, LONG, time -> {
                pauses.add(time);
                if (pauses.size() == 2) {
                    close(writing);
                }
            });

            assertThat(process.run(path, PluginFolder.call(""), Deadline.in(LONG, System::nanoTime)))
                    .isEqualTo(new PluginEnding.Exited(0, "{}\n", ""));
        }
        assertThat(pauses).hasSize(2).containsOnly(Duration.ofSeconds(1));
    }

    @Test
    void givesUpOnAProgramThatIsBeingWrittenForEver() throws IOException {
        var path = plugins.put("plugin", "echo '{}'");
        var pauses = new ArrayList<Duration>();
        try (var _ = FileChannel.open(Path.of(path), StandardOpenOption.WRITE)) {
            assertThat(process(PluginLauncher.NONE, LONG, pauses::add)
                            .run(path, PluginFolder.call(""), Deadline.in(LONG, System::nanoTime)))
                    .isEqualTo(new PluginEnding.NotStarted("fork/exec " + path + ": text file busy", true));
        }
        assertThat(pauses).hasSize(5);
    }

    @Test
    void startsAgainWhatTheLauncherCallsBusy() {
        var launcher = new PluginLauncher(List.of("/bin/sh"), OptionalInt.of(75));
        var pauses = new ArrayList<Duration>();
        var path = inFolder(plugins.put("plugin", "echo >> starts; [ $(wc -l < starts) -ge 3 ] || exit 75"));

        assertThat(process(launcher, LONG, pauses::add)
                        .run(path, PluginFolder.call(""), Deadline.in(LONG, System::nanoTime)))
                .isEqualTo(new PluginEnding.Exited(0, "", ""));
        assertThat(pauses).hasSize(2);
    }

    @Test
    void asManyRunAsThereArePlacesAndNoMore() throws IOException {
        var path = inFolder(plugins.put("plugin", """
                mkdir running.$$
                count=$(ls -d running.* | wc -l)
                echo $count >> counts
                [ $count -lt 3 ] || : > full
                until [ -e full ]; do :; done
                rmdir running.$$
                """));
        var process = new PluginProcess(PluginLauncher.NONE, new PluginBounds(LONG, 3), NEVER, System::nanoTime);
        try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int each = 0; each < 20; each++) {
                callers.execute(() -> process.run(path, PluginFolder.call(""), Deadline.in(LONG, System::nanoTime)));
            }
        }

        assertThat(Files.readAllLines(folder.resolve("counts")))
                .hasSize(20)
                .contains("3")
                .allSatisfy(count -> assertThat(Integer.parseInt(count)).isLessThanOrEqualTo(3));
    }

    @Test
    void aCallerThatFindsNoPlaceIsToldSo() {
        var path = plugins.put("plugin", "exec sleep 1000");
        var process = new PluginProcess(PluginLauncher.NONE, new PluginBounds(LONG, 1), NEVER, System::nanoTime);
        var first = Deadline.in(LONG, System::nanoTime);
        var running = CompletableFuture.supplyAsync(() -> process.run(path, PluginFolder.call(""), first));
        await().until(() -> ProcessHandle.current().children().anyMatch(PluginProcessIT::sleeps));

        assertThat(process.run(path, PluginFolder.call(""), Deadline.in(SHORT, System::nanoTime)))
                .isEqualTo(new PluginEnding.NoPlace());

        first.abandon();
        assertThat(running.join()).isInstanceOf(PluginEnding.Abandoned.class);
    }

    @Test
    void anInterruptedCallerEndsThePluginAndStaysInterrupted() throws Exception {
        var path = plugins.put("plugin", "exec sleep 1000");
        var ending = new CompletableFuture<PluginEnding>();
        var interrupted = new CompletableFuture<Boolean>();
        var caller = Thread.ofVirtual().start(() -> {
            ending.complete(run(path));
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        await().until(() -> ProcessHandle.current().children().anyMatch(PluginProcessIT::sleeps));

        caller.interrupt();

        assertThat(ending.get()).isInstanceOf(PluginEnding.Abandoned.class);
        assertThat(interrupted.get()).isTrue();
    }

    private PluginEnding run(String path) {
        return run(PluginLauncher.NONE, LONG, path, PluginFolder.call(""));
    }

    private static PluginEnding run(PluginLauncher launcher, Duration time, String path, PluginCall call) {
        return process(launcher, time, NEVER).run(path, call, Deadline.in(LONG, System::nanoTime));
    }

    private static PluginProcess process(PluginLauncher launcher, Duration time, Pauses pauses) {
        return new PluginProcess(launcher, new PluginBounds(time, 8), pauses, System::nanoTime);
    }

    /** {@return a plugin that does the same in its folder; plugins are started in the root} */
    private String inFolder(String path) {
        return plugins.put("in-folder", "cd " + folder + "\n. " + path);
    }

    private static void assertEnds(String pid) {
        await().until(() -> ProcessHandle.of(Long.parseLong(pid))
                .filter(ProcessHandle::isAlive)
                .isEmpty());
    }

    private static void assertHoldsInputAlone(String pid) throws IOException {
        var child = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        await().until(() -> sleeps(child));
        var input = Files.readSymbolicLink(Path.of("/proc", pid, "fd/0"));
        assertThat(input.toString()).containsAnyOf("pipe:", "plugin-input");
        await().until(() -> !openFiles().contains(input));
        child.destroyForcibly();
    }

    /** {@return what the descriptors of this process are of} */
    private static List<Path> openFiles() throws IOException {
        var all = new ArrayList<Path>();
        try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (var each : descriptors) {
                try {
                    all.add(Files.readSymbolicLink(each));
                } catch (NoSuchFileException _) {
                    // Closed meanwhile.
                }
            }
        }
        return all;
    }

    private static boolean sleeps(ProcessHandle process) {
        return process.info()
                .command()
                .filter(command -> command.endsWith("sleep"))
                .isPresent();
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
