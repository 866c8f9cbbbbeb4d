// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/**
 * A folder that becomes another one when everything is in it: whoever finds that other one finds it complete. What is
 * left of processes that were killed before is removed when the next one begins.
 */
public final class Staging implements AutoCloseable {
    private static final String PREFIX = ".making-";
    private static final Duration REMOVAL = Duration.ofMinutes(2);

    private final Path target;
    private final Path folder;

    private Staging(Path target, Path folder) {
        this.target = target;
        this.folder = folder;
    }

    /** Begins to make {@code target}. */
    public static Staging of(Path target) throws IOException, InterruptedException {
        var parent = Files.createDirectories(target.toAbsolutePath().getParent());
        try (var entries = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (var entry : entries) {
                if (!ownerLives(entry)) {
                    remove(entry);
                }
            }
        }
        var own = PREFIX + ProcessHandle.current().pid() + "-";
        return new Staging(target, Files.createTempDirectory(parent, own));
    }

    /** Returns the folder to put everything into. */
    public Path folder() {
        return folder;
    }

    /** Puts the folder in its place, unless somebody else was faster, whose work is as good. */
    public void complete() throws IOException {
        try {
            Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            // made meanwhile; ours goes when this is closed
        } catch (IOException e) {
            if (!Files.isDirectory(target)) {
                throw e;
            }
        }
    }

    /** Removes what did not get to its place. */
    @Override
    public void close() throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try {
            remove(folder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean ownerLives(Path folder) {
        var owner = folder.getFileName().toString().substring(PREFIX.length()).replaceAll("-.*", "");
        try {
            return ProcessHandle.of(Long.parseLong(owner)).isPresent();
        } catch (NumberFormatException e) {
            return true; // not named by this class
        }
    }

    private static void remove(Path folder) throws IOException, InterruptedException {
        Programs.plain().output(REMOVAL, List.of("rm", "-rf", folder.toString()));
    }
}
