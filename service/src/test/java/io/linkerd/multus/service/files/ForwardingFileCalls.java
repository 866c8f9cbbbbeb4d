// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** The real file system, for tests in which single calls do something else. */
public class ForwardingFileCalls implements FileCalls {
    private final FileCalls system = FileCalls.ofTheSystem();

    @Override
    public FileChannel create(Path file) throws IOException {
        return system.create(file);
    }

    @Override
    public void write(FileChannel channel, ByteBuffer bytes) throws IOException {
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
