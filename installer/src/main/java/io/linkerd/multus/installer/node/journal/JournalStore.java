// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableDocument;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The journal and the originals that it speaks of, in a directory of their own outside the CNI folders.
 *
 * <p>Originals are named by their fingerprint, so that keeping one twice is keeping it once, and a half-written one is never seen.
 *
 * <p>There is no original without a journal beside it, so that a journal that is gone is told from one that never was. When a journal
 * is damaged, its originals get another name, under which nobody discards them: not this release, and not the one before it.
 */
public final class JournalStore {
    private static final String JOURNAL = "journal.json";
    private static final String ORIGINAL = "original-";
    private static final String UNCLAIMED = "unclaimed-";
    private static final int OURS_ALONE = 0600;

    private final Path directory;
    private final DurableFiles files;
    private final Ownership ownership;
    private final DurableDocument<Journal> journal;

    /** A store in a directory that exists; {@code self} is who this process is. */
    public JournalStore(Path directory, DurableFiles files, Ownership self) {
        this.directory = directory;
        this.files = files;
        this.ownership = self.withMode(OURS_ALONE);
        this.journal = new DurableDocument<>(directory.resolve(JOURNAL), new JournalFormat(), files, ownership);
    }

    /** {@return where the journal, its originals and the node's lock are} */
    public Path directory() {
        return directory;
    }

    /** {@return what there is, never absent: a journal that was never written is empty} A damaged one is unknown, and no retry helps. */
    public Lookup<Journal> load() {
        var loaded = journal.load();
        return loaded instanceof Lookup.Absent<Journal> ? absent() : loaded;
    }

    /** {@return a value that is another one as soon as the journal was written or removed, or it cannot be told} */
    public Object stamp() {
        return journal.stamp();
    }

    /** Returns once the journal is on the disk. */
    public void save(Journal now) throws FileChangeFailed {
        journal.save(now);
    }

    private Lookup<Journal> absent() {
        try {
            return named(ORIGINAL).isEmpty()
                    ? new Lookup.Found<>(Journal.EMPTY)
                    : new Lookup.Unknown<>("it is missing, and what it says was there before us is still here", false);
        } catch (FileChangeFailed e) {
            return new Lookup.Unknown<>(String.valueOf(e.getMessage()), true);
        }
    }

    /** Puts a damaged journal out of the way, with all originals, for a person to look at; tells its new name. */
    public Path setAside() throws FileChangeFailed {
        for (var original : named(ORIGINAL)) {
            files.rename(original, renamed(original, ORIGINAL, UNCLAIMED));
        }
        return journal.setAside();
    }

    /** {@return originals of journals that were damaged, until a person takes them away, or mends the journal} */
    public List<Path> unclaimed() throws FileChangeFailed {
        return named(UNCLAIMED);
    }

    /** Gives the originals that a journal speaks of their own names again, should it be one that a person has mended. */
    public void reclaim(Journal mended) throws FileChangeFailed {
        for (var original : spokenOf(mended)) {
            var unclaimed = renamed(original, ORIGINAL, UNCLAIMED);
            if (!Files.exists(original) && Files.exists(unclaimed)) {
                files.rename(unclaimed, original);
            }
        }
    }

    /** Returns once the original is on the disk; one that is there already, and whole, is not written again. */
    public void keepOriginal(Content original) throws FileChangeFailed {
        if (!journal.exists()) {
            save(Journal.EMPTY);
        }
        var kept = original(original.fingerprint());
        if (original.fingerprint().isLostFrom(kept)) {
            files.replace(kept, original, ownership);
        }
    }

    /** {@return where the bytes of an original are} */
    public Path original(Fingerprint fingerprint) {
        return directory.resolve(ORIGINAL + fingerprint.text());
    }

    /** Removes originals that the journal does not speak of, after it has been saved. */
    public void discardOriginalsNotIn(Journal now) throws FileChangeFailed {
        var spokenOf = spokenOf(now);
        for (var original : named(ORIGINAL)) {
            if (!spokenOf.contains(original)) {
                files.remove(original);
            }
        }
    }

    /** Removes the journal and its originals; afterwards the node is one that we have not touched. */
    public void delete() throws FileChangeFailed {
        discardOriginalsNotIn(Journal.EMPTY);
        journal.remove();
    }

    private Set<Path> spokenOf(Journal now) {
        return now.entries().stream()
                .map(JournalEntry::original)
                .filter(Original.File.class::isInstance)
                .map(Original.File.class::cast)
                .map(kept -> original(kept.fingerprint()))
                .collect(Collectors.toSet());
    }

    private Path renamed(Path file, String before, String after) {
        return directory.resolve(after + String.valueOf(file.getFileName()).substring(before.length()));
    }

    private List<Path> named(String prefix) throws FileChangeFailed {
        try (var names = Files.list(directory)) {
            return names.filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw FileChangeFailed.ofReading("list the files of", directory, e);
        }
    }
}
