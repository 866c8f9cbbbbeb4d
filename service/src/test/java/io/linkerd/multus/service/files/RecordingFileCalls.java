// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The file system, with a record of every change and every force in the order in which they were made; a temporary file is called by
 * the name that it is for. From a given force of a directory on, such forces fail after the change that they were for.
 */
public final class RecordingFileCalls implements FileCalls {
    private final FileCalls system = FileCalls.ofTheSystem();
    private final List<String> calls = new ArrayList<>();
    private final Map<FileChannel, Path> open = new HashMap<>();
    private int forcesOfDirectories;
    private int failFrom = Integer.MAX_VALUE;
    private int failTo = Integer.MAX_VALUE;

    /** Lets the forces of directories fail from one to before another, counting from 1. */
    public RecordingFileCalls failing(int from, int to) {
        failFrom = from;
        failTo = to;
        return this;
    }

    /** Whether a force has failed. */
    public boolean hasFailed() {
        return forcesOfDirectories >= failFrom;
    }

    /** All calls so far. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    @Override
    public FileChannel create(Path file) throws IOException {
        var channel = system.create(file);
        open.put(channel, file);
        note("create " + mode(file), file);
        return channel;
    }

    @Override
    public void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        note("write", open.getOrDefault(channel, Path.of("?")));
        system.write(channel, bytes);
    }

    @Override
    public void own(Path file, Ownership ownership) throws IOException {
        var before = mode(file);
        system.own(file, ownership);
        if (!mode(file).equals(before)) {
            note("own " + mode(file), file);
        }
    }

    @Override
    public void attribute(Path file, ExtendedAttributes attributes) throws IOException {
        note("attribute", file);
        system.attribute(file, attributes);
    }

    @Override
    public void force(FileChannel channel) throws IOException {
        note("force", open.getOrDefault(channel, Path.of("?")));
        system.force(channel);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        forcesOfDirectories++;
        if (forcesOfDirectories >= failFrom && forcesOfDirectories < failTo) {
            throw new IOException("Input/output error");
        }
        note("force", directory);
        system.forceDirectory(directory);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        note("rename", to);
        system.rename(from, to);
    }

    @Override
    public boolean delete(Path path) throws IOException {
        boolean deleted = system.delete(path);
        if (deleted) {
            note("delete", path);
        }
        return deleted;
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        note("make", directory);
        system.makeDirectory(directory);
    }

    @Override
    public void link(Path link, Path target) throws IOException {
        note("link", link);
        system.link(link, target);
    }

    private void note(String what, Path path) {
        var name = String.valueOf(path.getFileName());
        calls.add(what + " " + name.replaceFirst("^\\.linkerd-multus-(.*)\\.[0-9a-f]{16}\\.tmp$", "~$1"));
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
    }
}
