// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A container runtime that reads its configuration again and again, and notes every one that it could not use. */
final class ReadingRuntime implements AutoCloseable {
    private final Path file;
    private final List<String> bad = new CopyOnWriteArrayList<>();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Thread thread;

    ReadingRuntime(Path file) {
        this.file = file;
        this.thread = Thread.ofPlatform().name("runtime").start(this::read);
    }

    List<String> bad() {
        return List.copyOf(bad);
    }

    long reads() {
        return reads.get();
    }

    @Override
    public void close() {
        isOver.set(true);
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        while (!isOver.get() && bad.isEmpty()) {
            try {
                var text = Files.readString(file);
                if (GeneratedConfig.found(text).isEmpty()) {
                    bad.add(text);
                }
            } catch (NoSuchFileException _) {
                // Another program has taken it away.
            } catch (IOException e) {
                bad.add(e.toString());
            }
            reads.incrementAndGet();
        }
    }
}
