// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * Changes files so that whoever reads them sees the old content or the new one, whole, at every instant and after every crash.
 *
 * <p>A change that fails leaves what was there. A process that dies on the way leaves at most one temporary file, which
 * {@link #removeLeftovers} finds by its name.
 */
public final class DurableFiles {
    private final FileCalls calls;
    private final TemporaryFiles temporaries;

    /** Whose names have changed, and could not be forced. */
    private final Set<Path> unsettled = ConcurrentHashMap.newKeySet();

    public DurableFiles(FileCalls calls, RandomGenerator random) {
        this.calls = calls;
        this.temporaries = new TemporaryFiles(calls, random);
    }

    /** Gives the target this content and ownership, atomically and durably; for files of ours, which have nothing else. */
    public void replace(Path target, Content content, Ownership ownership) throws FileChangeFailed {
        replaceBy(target, content, file -> calls.own(file, ownership));
    }

    /** Gives the target this content, ownership and extended attributes, atomically and durably. */
    public void replace(Path target, Content content, Ownership ownership, ExtendedAttributes attributes)
            throws FileChangeFailed {
        replaceBy(target, content, file -> {
            calls.own(file, ownership); // first: a change of owner takes capabilities away
            calls.attribute(file, attributes);
        });
    }

    /** Gives somebody else's file this content and ownership, atomically and durably; its extended attributes stay. */
    public void replaceKeeping(Path target, Content content, Ownership ownership) throws FileChangeFailed {
        replace(target, content, ownership, attributesOf(target));
    }

    /** {@return the extended attributes of a file that is going to be replaced} */
    public ExtendedAttributes attributesOf(Path target) throws FileChangeFailed {
        try {
            return ExtendedAttributes.of(target);
        } catch (IOException e) {
            throw new FileChangeFailed("replace", target, e);
        }
    }

    private void replaceBy(Path target, Content content, TemporaryFiles.Owning owning) throws FileChangeFailed {
        var temporary = temporaries.beside(target);
        try {
            temporaries.fill(temporary, content, owning);
            requireBase(target, content);
            calls.rename(temporary, target);
        } catch (IOException e) {
            throw abandoned("replace", target, temporary, e);
        }
        confirm("replace", target);
    }

    /** Makes the target a symbolic link, atomically and durably. */
    public void replaceByLink(Path target, String linkTarget) throws FileChangeFailed {
        var temporary = temporaries.beside(target);
        try {
            calls.link(temporary, Path.of(linkTarget));
            calls.rename(temporary, target);
        } catch (IOException e) {
            throw abandoned("put back the link", target, temporary, e);
        }
        confirm("put back the link", target);
    }

    /** Gives a file another name in the same directory, atomically and durably. */
    public void rename(Path from, Path to) throws FileChangeFailed {
        try {
            calls.rename(from, to);
        } catch (IOException e) {
            throw new FileChangeFailed("rename", from, e);
        }
        confirm("rename", from);
    }

    /** Removes a file or link durably; nothing happens where there is none. */
    public void remove(Path target) throws FileChangeFailed {
        try {
            if (!calls.delete(target)) {
                return;
            }
        } catch (IOException e) {
            throw new FileChangeFailed("remove", target, e);
        }
        confirm("remove", target);
    }

    /** Makes one directory with mode 0755, durably; nothing happens where there is one. */
    public void makeDirectory(Path directory) throws FileChangeFailed {
        makeDirectory(directory, _ -> {});
    }

    /** Makes one directory with this ownership, durably; nothing happens where there is one. */
    public void makeDirectory(Path directory, Ownership ownership) throws FileChangeFailed {
        makeDirectory(directory, made -> calls.own(made, ownership));
    }

    private void makeDirectory(Path directory, TemporaryFiles.Owning owning) throws FileChangeFailed {
        if (Files.isDirectory(directory)) {
            return;
        }
        try {
            calls.makeDirectory(directory);
            owning.make(directory);
        } catch (IOException e) {
            throw new FileChangeFailed("make the directory", directory, e);
        }
        confirm("make the directory", directory);
    }

    /** Removes an empty directory durably, and tells whether it is gone now, which one that holds something is not. */
    public boolean removeDirectory(Path directory) throws FileChangeFailed {
        try {
            if (!calls.delete(directory)) {
                return true;
            }
        } catch (DirectoryNotEmptyException _) {
            return false;
        } catch (IOException e) {
            throw new FileChangeFailed("remove the directory", directory, e);
        }
        confirm("remove the directory", directory);
        return true;
    }

    /** Removes what a process that died here left half done, and tells how many files that were. */
    public int removeLeftovers(Path directory) throws FileChangeFailed {
        return temporaries.removeLeftovers(directory, _ -> true);
    }

    /** Removes what a process that died here left half done before that moment; of a directory in which another process may be at work. */
    public int removeLeftovers(Path directory, Instant before) throws FileChangeFailed {
        return temporaries.removeLeftovers(directory, file -> TemporaryFiles.isOlder(file, before));
    }

    /** Removes what a process that died left half done of this one file; of a directory that other writers use, too. */
    public int removeLeftoversOf(Path target) throws FileChangeFailed {
        return temporaries.removeLeftovers(
                TemporaryFiles.directoryOf(target), file -> TemporaryFiles.isOf(file, target));
    }

    /** Makes durable what could not be made durable when it was done; nothing to do where everything could. */
    public void settle() throws FileChangeFailed {
        for (var directory : List.copyOf(unsettled)) {
            if (Files.isDirectory(directory)) {
                force("settle what was done in", directory, directory);
            }
            unsettled.remove(directory);
        }
    }

    /** As late as can be: what somebody else writes between this look and the rename would be lost. */
    private static void requireBase(Path target, Content content) throws IOException {
        if (content instanceof Content.Edit edit && !Fingerprint.of(target).equals(edit.base())) {
            throw new IOException("another process is changing it at this moment");
        }
    }

    private void confirm(String what, Path target) throws FileChangeFailed {
        force(what, target, TemporaryFiles.directoryOf(target));
    }

    private void force(String what, Path target, Path directory) throws FileChangeFailed {
        try {
            calls.forceDirectory(directory);
        } catch (IOException e) {
            unsettled.add(directory);
            throw FileChangeFailed.unconfirmed(what, target, e);
        }
    }

    private FileChangeFailed abandoned(String what, Path target, Path temporary, IOException cause) {
        try {
            calls.delete(temporary);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
        return FileChangeFailed.ofReading(what, target, cause); // what is copied, or edited; or the temporary
    }
}
