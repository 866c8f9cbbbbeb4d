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

        notes.record(NightlyPart.NODES);
        notes.record(NightlyPart.OLM);
        notes.record(NightlyPart.OLM);

        assertThat(notes.missing()).isEqualTo(EnumSet.complementOf(EnumSet.of(NightlyPart.NODES, NightlyPart.OLM)));
        assertThat(git("notes", "--ref=nightly", "show", "HEAD").lines().filter(line -> !line.isEmpty()))
                .containsExactly("nodes passed", "olm passed");
        commit("two");
        assertThat(notes.missing()).isEqualTo(EnumSet.allOf(NightlyPart.class));
    }

    @Test
    void nothingIsNotedWhereTheFilesAreNotTheCommits() throws Exception {
        Files.writeString(root.resolve("file"), "changed");

        assertThatThrownBy(() -> new NightlyNotes(root).record(NightlyPart.LOAD))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("changes that are in no commit");

        assertThat(new NightlyNotes(root).missing()).contains(NightlyPart.LOAD);
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
