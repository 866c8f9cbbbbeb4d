// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The real file system, until one chosen call: there the process dies as by kill -9, or the kernel says no. */
public final class BrittleFileCalls implements FileCalls {
    private final FileCalls system = FileCalls.ofTheSystem();
    private final int chosen;
    private final Fate fate;
    private int calls;
    private boolean dead;

    /** What happens at the chosen call. */
    public sealed interface Fate {
        /** The process ends before the call, or half-way through a write; no call after it happens either. */
        record Death() implements Fate {}

        /** The call fails; those after it do not. */
        record Failure(IOException reason) implements Fate {}

        /** The call fails, and all after it. */
        record Failures(Supplier<IOException> reason) implements Fate {}
    }

    /** The process is dead; nothing may catch this. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1;

        Killed(int call) {
            super("killed at call " + call, null, false, false);
        }
    }

    /** {@code chosen} counts from 1; 0 never comes. */
    public BrittleFileCalls(int chosen, Fate fate) {
        this.chosen = chosen;
        this.fate = fate;
    }

    /** Whether the chosen call was ever made. */
    public boolean cameToIt() {
        return chosen > 0 && calls >= chosen;
    }

    @Override
    public FileChannel create(Path file) throws IOException {
        count();
        return system.create(file);
    }

    @Override
    public void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        if (!dead && calls + 1 == chosen) {
            system.write(channel, bytes.duplicate().limit(bytes.position() + bytes.remaining() / 2));
        }
        count();
        system.write(channel, bytes);
    }

    @Override
    public void own(Path file, Ownership ownership) throws IOException {
        count();
        system.own(file, ownership);
    }

    @Override
    public void attribute(Path file, ExtendedAttributes attributes) throws IOException {
        count();
        system.attribute(file, attributes);
    }

    @Override
    public void force(FileChannel channel) throws IOException {
        count(); // the disk's own caches are not what is tried here, and a thousand syncs take minutes
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        count();
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        count();
        system.rename(from, to);
    }

    @Override
    public boolean delete(Path path) throws IOException {
        count();
        return system.delete(path);
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        count();
        system.makeDirectory(directory);
    }

    @Override
    public void link(Path link, Path target) throws IOException {
        count();
        system.link(link, target);
    }

    private void count() throws IOException {
        calls++;
        if (dead) {
            throw new Killed(calls);
        }
        if (chosen > 0 && calls >= chosen) {
            switch (fate) {
                case Fate.Death _ -> {
                    dead = true;
                    throw new Killed(calls);
                }
                case Fate.Failure(var reason) -> {
                    if (calls == chosen) {
                        throw reason;
                    }
                }
                case Fate.Failures(var reason) -> throw reason.get();
            }
        }
    }
}
