// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.supervisor;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.linkerd.multus.localcluster.processes.LogTail;
import io.linkerd.multus.localcluster.programs.Await;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A running supervisor that was started here. Until {@link #detach} it ends when this JVM does, in whichever way.
 */
public final class Supervisor implements AutoCloseable {
    /** Links, mounts and processes are there in less than a second; a busy machine may take longer. */
    private static final Duration START = Duration.ofSeconds(30);
    /** Ending everything was seen to take less than two seconds. */
    private static final Duration STOP = Duration.ofSeconds(60);

    private static final Duration POLL = Duration.ofMillis(20);
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Process process;
    private final ClusterFolder folder;
    private final FileChannel log;

    private Supervisor(Process process, ClusterFolder folder, FileChannel log) {
        this.process = process;
        this.folder = folder;
        this.log = log;
    }

    /**
     * Writes the spec into the cluster's folder, which has to be there, and starts the program on it.
     *
     * @param program the path of {@code supervise}
     */
    public static Supervisor start(Path program, ClusterFolder folder, SupervisorSpec spec) throws IOException {
        Files.createDirectories(folder.logs());
        Files.writeString(folder.spec(), JSON.writeValueAsString(spec));
        var log = folder.logs().resolve("supervisor.log");
        var process = new ProcessBuilder(
                        program.toString(), "run", folder.spec().toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        // Kept open: a cluster that ends takes its folder along, and what it said is wanted then.
        return new Supervisor(process, folder, FileChannel.open(log));
    }

    /** Waits until all programs and nodes are started, and returns where to find them. */
    public SupervisorState awaitStarted() throws IOException {
        var started = Await.holds(START, POLL, () -> {
            requireAlive();
            return Files.exists(folder.supervisorState());
        });
        if (!started) {
            throw new IOException("the supervisor has not started the cluster " + folder.name() + " within " + START);
        }
        return state(folder);
    }

    /** Returns whether the cluster of this folder has a supervisor, whoever started it. */
    public static boolean isAlive(Path program, ClusterFolder folder) throws IOException, InterruptedException {
        var ask = List.of(program.toString(), "alive", folder.path().toString());
        return Programs.plain().run(START, "", ask).succeeded();
    }

    /** Ends the cluster of this folder, whoever started it, and removes whatever is left of it. */
    public static void remove(Path program, ClusterFolder folder) throws IOException, InterruptedException {
        Programs.plain()
                .output(STOP, List.of(program.toString(), "down", folder.path().toString()));
    }

    /** Reads the state that a supervisor wrote. */
    public static SupervisorState state(ClusterFolder folder) throws IOException {
        return JSON.readValue(folder.supervisorState().toFile(), SupervisorState.class);
    }

    /** Lets the cluster live on without this JVM. */
    public void detach() throws IOException {
        var tether = process.getOutputStream();
        tether.write("detach\n".getBytes(StandardCharsets.US_ASCII));
        tether.close();
    }

    /** Returns as long as it runs, and throws with its last words once it has ended. */
    public void requireAlive() throws IOException {
        if (!process.isAlive()) {
            throw ended();
        }
    }

    private IOException ended() throws IOException {
        return new IOException("the supervisor ended with exit code " + process.exitValue()
                + " while it started the cluster " + folder.name() + "; its last words:\n"
                + LogTail.of(Channels.newInputStream(log.position(0))));
    }

    /** Ends the cluster and returns when nothing of it is left. */
    @Override
    public void close() throws IOException {
        process.destroy();
        try (log) {
            if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("the supervisor of " + folder.name() + " does not end, process " + process.pid());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
