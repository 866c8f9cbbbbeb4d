// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Whether there is a folder. {@link Files#isDirectory} says no, too, where the kernel does not let this process look. */
public sealed interface FolderLook {
    /** There is. */
    record There() implements FolderLook {}

    /** There is none; something else may be in its place. */
    record Absent() implements FolderLook {}

    /** That cannot be seen. */
    record Unknown(String reason) implements FolderLook {}

    /** {@return what is at the path} Links are followed. */
    static FolderLook at(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).isDirectory() ? new There() : new Absent();
        } catch (NoSuchFileException _) {
            return new Absent();
        } catch (AccessDeniedException _) {
            return new Unknown(Denial.at(path, Denial.Access.LOOK).words());
        } catch (IOException e) {
            return new Unknown(FileTrouble.inWords(e));
        }
    }
}
