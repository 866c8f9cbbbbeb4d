// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NightlyNotesTest {
    @TempDir
    private Path root;

    @BeforeEach
    void commitOnce() throws Exception {
        git("init", "--quiet");
        commit("one");
    }

    @Test
    void aPartThatPassedIsNotMissingOnThatCommitAlone() throws Exception {
        var notes = new NightlyNotes(root);
        assertThat(notes.missing()).isEqualTo(EnumSet.allOf(NightlyPart.class));

        var commit = notes.tested();
        notes.record(NightlyPart.NODES, commit);
        notes.record(NightlyPart.OLM, commit);
        notes.record(NightlyPart.OLM, commit);

        assertThat(notes.missing()).isEqualTo(EnumSet.complementOf(EnumSet.of(NightlyPart.NODES, NightlyPart.OLM)));
        assertThat(git("notes", "--ref=nightly", "show", "HEAD").lines().filter(line -> !line.isEmpty()))
                .containsExactly("nodes passed", "olm passed");
        commit("two");
        assertThat(notes.missing()).isEqualTo(EnumSet.allOf(NightlyPart.class));
    }

    @Test
    void nothingIsNotedWhereTheFilesAreNotTheCommits() throws Exception {
        var notes = new NightlyNotes(root);
        var commit = notes.tested();
        Files.writeString(root.resolve("file"), "changed");

        assertThatThrownBy(notes::tested).hasMessageContaining("changes that are in no commit");
        assertThatThrownBy(() -> notes.record(NightlyPart.LOAD, commit))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("changes that are in no commit");

        assertThat(notes.missing()).contains(NightlyPart.LOAD);
    }

    /** Ninety minutes later the checkout may be another one. */
    @Test
    void nothingIsNotedOnACommitThatWasNotTested() throws Exception {
        var notes = new NightlyNotes(root);
        var commit = notes.tested();
        commit("two");

        assertThatThrownBy(() -> notes.record(NightlyPart.LOAD, commit))
                .hasMessageContaining("another commit was checked out");

        assertThat(notes.missing()).contains(NightlyPart.LOAD);
    }

    private void commit(String text) throws Exception {
        Files.writeString(root.resolve("file"), text);
        git("add", "file");
        git("commit", "--quiet", "--message=" + text);
    }

    private String git(String... arguments) throws Exception {
        var command =
                new ArrayList<>(List.of("git", "-C", root.toString(), "-c", "user.name=a", "-c", "user.email=a@b"));
        command.addAll(List.of(arguments));
        return Programs.plain().output(Duration.ofSeconds(30), command);
    }
}
