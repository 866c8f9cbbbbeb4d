// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.trial;

import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A program of an image, from its start to its end. */
public final class ImageProcess implements AutoCloseable {
    private static final Duration END_PATIENCE = Duration.ofSeconds(30);
    private static final int ENDED_BY_SIGTERM = 143;

    private final TetheredProcess process;
    private final long begin;

    private ImageProcess(TetheredProcess process, long begin) {
        this.process = process;
        this.begin = begin;
    }

    /**
     * Starts it.
     *
     * @param command what {@link ImageRoot#command} gives, for {@code directory}
     * @param directory has its files, and gets its output
     */
    public static ImageProcess start(String name, List<String> command, Path directory, Map<String, String> environment)
            throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        var complete = new HashMap<>(environment);
        complete.put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        var begin = System.nanoTime();
        return new ImageProcess(TetheredProcess.start(name, directory.resolve("output"), complete, command), begin);
    }

    /** {@return when it was started, in the nanoseconds of {@link System#nanoTime}} */
    public long begin() {
        return begin;
    }

    /** {@return the process that holds the image's own} */
    public TetheredProcess holder() {
        return process;
    }

    /** {@return what the program itself holds in memory now} */
    public ResidentMemory memory() throws IOException {
        var java = java();
        return ResidentMemory.of(java.pid()).orElseThrow(() -> new IOException("java " + java.pid() + " has ended"));
    }

    /** Tells the program to end, as the kubelet does, and waits until it has. */
    public void stop() throws IOException {
        java().destroy();
        var exit = process.await(END_PATIENCE);
        if (exit != 0 && exit != ENDED_BY_SIGTERM) {
            throw new IOException("it ended with " + exit + " when it was told to end");
        }
    }

    /** {@return what it has taken of processors since its start, to 10 ms} */
    public Duration cpu() throws IOException {
        return java().info().totalCpuDuration().orElseThrow(() -> new IOException(process + " has ended"));
    }

    @Override
    public void close() {
        process.close();
    }

    /** {@return the program itself, below the process that holds it, once it runs} */
    public Optional<ProcessHandle> program() {
        return process.handle()
                .descendants()
                .filter(each -> each.info().command().orElse("").endsWith("/bin/java"))
                .findFirst();
    }

    private ProcessHandle java() throws IOException {
        return program().orElseThrow(() -> new IOException("no java below " + process));
    }
}
