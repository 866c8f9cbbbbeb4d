// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import io.linkerd.multus.localcluster.processes.LogTail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * A process that the kernel kills when this JVM ends, even by kill -9.
 *
 * <p>Its environment is what is given and nothing else; its output goes to a file.
 */
public final class TetheredProcess implements AutoCloseable {
    /**
     * Starts all processes, because the kernel counts the end of the <em>thread</em> that forked as the death of the parent
     * (prctl(2), PR_SET_PDEATHSIG): this one ends with the JVM alone.
     */
    private static final Executor PARENT = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("process-parent").daemon().factory());

    private final String name;
    private final Process process;
    private final Path log;

    private TetheredProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts {@code command}, whose first word is the path of a program.
     *
     * @param name what messages call it
     * @param log where standard output and error go; replaced
     */
    public static TetheredProcess start(String name, Path log, Map<String, String> environment, List<String> command)
            throws IOException {
        var tethered = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL", "--"));
        tethered.addAll(command);
        var builder = new ProcessBuilder(tethered)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        var start = new FutureTask<>(builder::start);
        PARENT.execute(start);
        try {
            return new TetheredProcess(name, start.get(), log);
        } catch (ExecutionException e) {
            throw new IOException("cannot start " + name + ": " + command.getFirst(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while starting " + name, e);
        }
    }

    /** Returns the process id. */
    public long pid() {
        return process.pid();
    }

    /** Returns it as the system knows it, to look at what it has started. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Tells whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the last lines of its output. */
    public String tail() {
        return LogTail.of(log);
    }

    /** Returns everything that it has printed so far. */
    public String output() throws IOException {
        return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    }

    /**
     * Asks it to end (SIGTERM) and waits.
     *
     * @return its exit code, 143 where the signal itself ended it
     * @throws IOException when it is still there after {@code patience}; it goes on running
     */
    public int terminate(Duration patience) throws IOException {
        process.toHandle().destroy();
        return await(patience);
    }

    /** Waits for it to end by itself and returns its exit code. */
    public int await(Duration patience) throws IOException {
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        name + " still runs after " + patience.toSeconds() + " s; its last words:\n" + tail());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + name, e);
        }
    }

    /** Kills it and waits until it is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public String toString() {
        return name + " (pid " + pid() + ")";
    }
}
