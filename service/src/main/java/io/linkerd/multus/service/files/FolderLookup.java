// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import io.linkerd.multus.contracts.Lookup;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Whether there is a folder. {@link Files#isDirectory} says no, too, where the kernel does not let this process look. */
public final class FolderLookup {
    private FolderLookup() {}

    /** {@return the path, where a folder is there; absent, too, where something else is} Links are followed. */
    public static Lookup<Path> at(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).isDirectory()
                    ? new Lookup.Found<>(path)
                    : new Lookup.Absent<>();
        } catch (NoSuchFileException _) {
            return new Lookup.Absent<>();
        } catch (AccessDeniedException _) {
            return new Lookup.Unknown<>(Denial.at(path, Denial.Access.LOOK).words(), true);
        } catch (IOException e) {
            return new Lookup.Unknown<>(FileTrouble.inWords(e), true);
        }
    }
}
