// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalStoreTest {
    private static final String THEIRS = "what somebody had there before us";

    @TempDir
    private Path root;

    private Path directory;
    private Path file;
    private JournalStore store;

    @BeforeEach
    void makeStore() throws IOException {
        directory = Files.createDirectory(root.resolve("state"));
        file = directory.resolve("journal.json");
        store = new JournalStore(
                directory,
                new DurableFiles(FileCalls.ofTheSystem(), RandomGenerator.getDefault()),
                Ownership.ofThisProcess());
    }

    @Test
    void losesNoOriginalWhenItsJournalIsDamaged() throws Exception {
        store.save(takeOver());
        Files.writeString(file, "{\"version\":1,\"pla");

        putAsideAndGoOnWithAnEmptyOne();

        assertThat(contents()).contains(THEIRS);
    }

    @Test
    void losesNoOriginalWhenItsJournalIsGone() throws Exception {
        store.save(takeOver());
        Files.delete(file);

        putAsideAndGoOnWithAnEmptyOne();

        assertThat(contents()).contains(THEIRS);
    }

    @Test
    void givesAnOriginalBackToAJournalThatAPersonHasMended() throws Exception {
        var journal = takeOver();
        store.save(journal);
        Files.writeString(file, "");
        putAsideAndGoOnWithAnEmptyOne();

        store.save(journal);
        assertThat(store.load()).isEqualTo(new Lookup.Found<>(journal));
        store.reclaim(journal);

        assertThat(store.original(Fingerprint.ofText(THEIRS))).hasContent(THEIRS);
        store.discardOriginalsNotIn(Journal.EMPTY);
        assertThat(contents()).doesNotContain(THEIRS);
    }

    @Test
    void letsEverybodyReadWhatWasPutAside() throws Exception {
        Files.writeString(file, "junk");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        var aside = store.setAside();

        assertThat(aside).hasFileName("journal.json.damaged").hasContent("junk");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(aside)))
                .isEqualTo("rw-r--r--");
    }

    @Test
    void keepsWhatWasPutAsideBefore() throws Exception {
        Files.writeString(file, "first");
        store.setAside();
        Files.writeString(file, "second");

        store.setAside();

        assertThat(contents()).contains("first", "second");
    }

    /** A kill between the two would leave an original of which nobody can say whether its journal was lost. */
    @Test
    void keepsNoOriginalWithoutAJournalBesideIt() throws Exception {
        takeOver();

        assertThat(store.load()).isEqualTo(new Lookup.Found<>(Journal.EMPTY));
        assertThat(file).exists();
    }

    private void putAsideAndGoOnWithAnEmptyOne() throws FileChangeFailed {
        assertThat(store.load())
                .isInstanceOfSatisfying(
                        Lookup.Unknown.class,
                        damaged -> assertThat(damaged.retryMayHelp()).isFalse());
        store.setAside();
        store.save(Journal.EMPTY);
        store.discardOriginalsNotIn(Journal.EMPTY);
        store.delete();
    }

    private Journal takeOver() throws Exception {
        var theirs = Files.writeString(root.resolve("theirs"), THEIRS);
        var fingerprint = Fingerprint.of(theirs);
        store.keepOriginal(new Content.Copy(theirs, fingerprint));
        var original = new Original.File(fingerprint, Ownership.of(theirs));
        return Journal.EMPTY.with(
                new JournalEntry("/opt/cni/bin/linkerd-cni", EntryKind.PLUGIN, EntryOwner.DAEMON, List.of(), original));
    }

    private List<String> contents() throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(JournalStoreTest::content).toList();
        }
    }

    private static String content(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
