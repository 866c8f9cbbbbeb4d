// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import io.linkerd.multus.installer.node.durable.Content;
import io.linkerd.multus.installer.node.durable.DurableFiles;
import io.linkerd.multus.installer.node.durable.FileChangeFailed;
import io.linkerd.multus.installer.node.durable.Fingerprint;
import io.linkerd.multus.installer.node.durable.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The journal and the originals that it speaks of, in a directory of their own outside the CNI folders.
 *
 * <p>Originals are named by their fingerprint, so that keeping one twice is keeping it once, and a half-written one is never seen.
 */
public final class JournalStore {
    private static final String JOURNAL = "journal.json";
    private static final String ORIGINAL = "original-";
    private static final int OURS_ALONE = 0600;

    private final Path directory;
    private final DurableFiles files;
    private final Ownership ownership;

    /** A store in a directory that exists; {@code self} is who this process is. */
    public JournalStore(Path directory, DurableFiles files, Ownership self) {
        this.directory = directory;
        this.files = files;
        this.ownership = self.withMode(OURS_ALONE);
    }

    /** {@return where the journal, its originals and the node's lock are} */
    public Path directory() {
        return directory;
    }

    /** {@return what there is} A journal that was never written is empty. */
    public JournalReading load() {
        try {
            var json = JournalFormat.parse(Files.readAllBytes(directory.resolve(JOURNAL)));
            var version = JournalFormat.version(json);
            return version == JournalFormat.VERSION
                    ? new JournalReading.Found(JournalFormat.read(json))
                    : new JournalReading.Unusable("it has version " + version + ", written by another linkerd-multus");
        } catch (NoSuchFileException _) {
            return new JournalReading.Found(Journal.EMPTY);
        } catch (MalformedJournal e) {
            return new JournalReading.Damaged(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new JournalReading.Unusable("it cannot be read: " + e.getMessage());
        }
    }

    /** Returns once the journal is on the disk. */
    public void save(Journal journal) throws FileChangeFailed {
        files.replace(directory.resolve(JOURNAL), new Content.Text(JournalFormat.write(journal)), ownership);
    }

    /** Puts a damaged journal out of the way, for a person to look at, and tells its new name. */
    public Path setAside() throws FileChangeFailed {
        var aside = directory.resolve(JOURNAL + ".damaged");
        var damaged = directory.resolve(JOURNAL);
        try {
            files.replace(aside, new Content.Copy(damaged, Fingerprint.of(damaged)), ownership);
        } catch (IOException e) {
            throw new FileChangeFailed("set aside", damaged, e);
        }
        files.remove(damaged);
        return aside;
    }

    /** Returns once the original is on the disk; one that is there already is not written again. */
    public void keepOriginal(Path source, Fingerprint fingerprint) throws FileChangeFailed {
        var kept = original(fingerprint);
        if (!Files.exists(kept)) {
            files.replace(kept, new Content.Copy(source, fingerprint), ownership);
        }
    }

    /** {@return where the bytes of an original are} */
    public Path original(Fingerprint fingerprint) {
        return directory.resolve(ORIGINAL + fingerprint.text());
    }

    /** Removes originals that the journal does not speak of, after it has been saved. */
    public void discardOriginalsNotIn(Journal journal) throws FileChangeFailed {
        var spokenOf = spokenOf(journal);
        for (var original : originals()) {
            if (!spokenOf.contains(original)) {
                files.remove(original);
            }
        }
    }

    /** Removes the journal; afterwards the node is one that we have not touched. */
    public void delete() throws FileChangeFailed {
        files.remove(directory.resolve(JOURNAL));
    }

    private Set<Path> spokenOf(Journal journal) {
        return journal.entries().stream()
                .map(JournalEntry::original)
                .filter(Original.File.class::isInstance)
                .map(Original.File.class::cast)
                .map(kept -> original(kept.fingerprint()))
                .collect(Collectors.toSet());
    }

    private List<Path> originals() throws FileChangeFailed {
        try (var names = Files.list(directory)) {
            return names.filter(file -> String.valueOf(file.getFileName()).startsWith(ORIGINAL))
                    .toList();
        } catch (IOException e) {
            throw new FileChangeFailed("list originals in", directory, e);
        }
    }
}
