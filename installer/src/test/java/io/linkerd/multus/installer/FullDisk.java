// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import io.linkerd.multus.service.files.ExtendedAttributes;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A file system with one folder to which nothing can be written, as on a full disk: files get a name there, and no content.
 *
 * @param tries when files were made in the folder, in nanoseconds
 */
record FullDisk(FileCalls system, Path folder, List<Long> tries, AtomicBoolean full, AtomicBoolean inFolder)
        implements FileCalls {
    FullDisk(Path folder, List<Long> tries) {
        this(FileCalls.ofTheSystem(), folder, tries, new AtomicBoolean(true), new AtomicBoolean());
    }

    /** Has room again. */
    void heal() {
        full.set(false);
    }

    @Override
    public FileChannel create(Path file) throws IOException {
        inFolder.set(folder.equals(file.getParent()));
        if (inFolder.get()) {
            tries.add(System.nanoTime());
        }
        return system.create(file);
    }

    @Override
    public void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        if (full.get() && inFolder.get()) {
            throw new FileSystemException(folder.toString(), null, "No space left on device");
        }
        system.write(channel, bytes);
    }

    @Override
    public void own(Path file, Ownership ownership) throws IOException {
        system.own(file, ownership);
    }

    @Override
    public void attribute(Path file, ExtendedAttributes attributes) throws IOException {
        system.attribute(file, attributes);
    }

    @Override
    public void force(FileChannel channel) throws IOException {
        system.force(channel);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        system.forceDirectory(directory);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        system.rename(from, to);
    }

    @Override
    public boolean delete(Path path) throws IOException {
        return system.delete(path);
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        system.makeDirectory(directory);
    }

    @Override
    public void link(Path link, Path target) throws IOException {
        system.link(link, target);
    }
}
