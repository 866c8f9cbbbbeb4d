// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A lock that another process has, which has to be one: a process never waits for a lock of its own. */
public final class LockedElsewhere implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    /** Has it taken, with this text in its file. */
    public LockedElsewhere(Path file, String signature) throws IOException {
        this(Files.writeString(file, signature));
    }

    /** Has it taken as it is, also where this process may have a lock of it, which opening the file here would end. */
    public LockedElsewhere(Path file) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockedElsewhere.class.getName(),
                        file.toString())
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Holds the lock of the file that the first argument names until the other end has closed its side. */
    public static void main(String... arguments) throws IOException {
        try (var channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
            channel.lock();
            System.out.println("locked");
            System.in.transferTo(System.err);
        }
    }

    /** Waits until it has the lock. */
    public boolean isLocked() throws IOException {
        return "locked".equals(out.readLine());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
