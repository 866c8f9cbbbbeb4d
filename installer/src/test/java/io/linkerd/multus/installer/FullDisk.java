// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import io.linkerd.multus.service.files.ForwardingFileCalls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A file system with one folder to which nothing can be written, as on a full disk: files get a name there, and no content. */
final class FullDisk extends ForwardingFileCalls {
    private final Path folder;
    private final List<Long> tries;
    private final AtomicBoolean full = new AtomicBoolean(true);
    private final AtomicBoolean inFolder = new AtomicBoolean();

    /** {@code tries} takes when files were made in the folder, in nanoseconds. */
    FullDisk(Path folder, List<Long> tries) {
        this.folder = folder;
        this.tries = tries;
    }

    /** Has no room any more. */
    void fill() {
        full.set(true);
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
        return super.create(file);
    }

    @Override
    public void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        if (full.get() && inFolder.get()) {
            throw new FileSystemException(folder.toString(), null, "No space left on device");
        }
        super.write(channel, bytes);
    }
}
