// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every force, and where it stands among the changes: what is not forced is there until the power goes. */
class DurableFilesTest {
    @TempDir
    private Path root;

    private final RecordingFileCalls calls = new RecordingFileCalls();
    private final DurableFiles files = new DurableFiles(calls, RandomGenerator.getDefault());
    private Path folder;
    private Ownership self;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(root.resolve("folder"));
        self = Ownership.ofThisProcess();
    }

    @Test
    void forcesContentBeforeItHasItsNameAndTheNameAfterwards() throws Exception {
        files.replace(folder.resolve("f"), new Content.Text("x"), self.withMode(0755));

        assertThat(calls.calls())
                .containsExactly(
                        "create rw------- ~f", "write ~f", "own rwxr-xr-x ~f", "force ~f", "rename f", "force folder");
    }

    /** Whoever waits for new files with inotify opens them at once, and keeps what it has opened. */
    @Test
    void neverLetsAnybodyElseOpenATokenThatIsBeingWritten() throws Exception {
        files.replace(folder.resolve("token"), new Content.Text("secret"), self.withMode(0600));

        assertThat(calls.calls())
                .containsExactly(
                        "create rw------- ~token", "write ~token", "force ~token", "rename token", "force folder");
    }

    /** A change of owner takes capabilities away, and what is not there before the force may be gone with the power. */
    @Test
    void givesAttributesToWhatIsOwnedAndBeforeItIsForced() throws Exception {
        Files.writeString(folder.resolve("f"), "theirs");

        files.replaceKeeping(folder.resolve("f"), new Content.Text("x"), self.withMode(0755));

        assertThat(calls.calls())
                .containsExactly(
                        "create rw------- ~f",
                        "write ~f",
                        "own rwxr-xr-x ~f",
                        "attribute ~f",
                        "force ~f",
                        "rename f",
                        "force folder");
    }

    @Test
    void forcesACopyAsItForcesAText() throws Exception {
        var source = Files.writeString(root.resolve("source"), "x");

        files.replace(folder.resolve("f"), new Content.Copy(source, Fingerprint.of(source)), self.withMode(0600));

        assertThat(calls.calls())
                .containsExactly("create rw------- ~f", "write ~f", "force ~f", "rename f", "force folder");
    }

    @Test
    void forcesTheNamesOfLinksAndOfWhatIsRenamedOrRemoved() throws Exception {
        files.replaceByLink(folder.resolve("link"), "elsewhere");
        files.rename(folder.resolve("link"), folder.resolve("other"));
        files.remove(folder.resolve("other"));

        assertThat(calls.calls())
                .containsExactly(
                        "link ~link",
                        "rename link",
                        "force folder",
                        "rename other",
                        "force folder",
                        "delete other",
                        "force folder");
    }

    @Test
    void forcesTheNamesOfDirectories() throws Exception {
        files.makeDirectory(folder.resolve("d"));
        files.removeDirectory(folder.resolve("d"));

        assertThat(calls.calls()).containsExactly("make d", "force folder", "delete d", "force folder");
    }

    @Test
    void makesADirectoryThatIsItsOwnersAlone() throws Exception {
        var alone = Ownership.ofThisProcess().withMode(0700);

        files.makeDirectory(folder.resolve("d"), alone);

        assertThat(Ownership.of(folder.resolve("d"))).isEqualTo(alone);
        assertThat(calls.calls()).last().isEqualTo("force folder");
    }

    @Test
    void forcesNothingWhereNothingWasToBeDone() throws Exception {
        files.remove(folder.resolve("none"));
        files.makeDirectory(folder);

        assertThat(calls.calls()).isEmpty();
    }

    @Test
    void forcesAgainWhatCouldNotBeForced() throws Exception {
        calls.failing(1, 3);
        assertThatThrownBy(() -> files.makeDirectory(folder.resolve("d"))).hasMessageContaining("not known");
        assertThatThrownBy(files::settle).hasMessageContaining("not known");

        files.settle();
        files.settle();

        assertThat(calls.calls()).containsExactly("make d", "force folder");
    }

    @Test
    void removesLeftoversOfOneFileAndNotWhatAnotherProgramIsWritingBesideIt() throws Exception {
        var left = ".linkerd-multus-a.conf.0123456789abcdef.tmp";
        var others = ".linkerd-multus-a.conf.b.0123456789abcdef.tmp";
        Files.writeString(folder.resolve(left), "{");
        Files.writeString(folder.resolve(others), "{");

        assertThat(files.removeLeftoversOf(folder.resolve("a.conf"))).isEqualTo(1);

        assertThat(folder).isDirectoryNotContaining("glob:**" + left).isDirectoryContaining("glob:**" + others);
        assertThat(files.removeLeftovers(folder)).isEqualTo(1);
    }

    @Test
    void removesLeftoversThatAreOldAndNotWhatAnotherProcessIsWriting() throws Exception {
        var now = Instant.now();
        var old = Files.writeString(folder.resolve(".linkerd-multus-a.0123456789abcdef.tmp"), "{");
        var young = Files.writeString(folder.resolve(".linkerd-multus-b.0123456789abcdef.tmp"), "{");
        Files.setLastModifiedTime(old, FileTime.from(now.minusSeconds(61)));
        Files.setLastModifiedTime(young, FileTime.from(now.minusSeconds(59)));

        assertThat(files.removeLeftovers(folder, now.minusSeconds(60))).isEqualTo(1);

        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }
}
