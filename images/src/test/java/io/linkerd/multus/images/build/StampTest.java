// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StampTest {
    @TempDir
    private Path directory;

    private Project project;

    @BeforeEach
    void build() throws IOException {
        project = new Project(directory, "1.2.3");
        Files.createDirectories(project.target(Service.WEBHOOK));
        Files.writeString(project.tar(Service.WEBHOOK), "image");
    }

    @Test
    void isFreshForWhatTheImageWasMadeFrom() throws IOException {
        of("a").set(false);

        assertThat(of("a").isFresh(false)).isTrue();
        assertThat(of("b").isFresh(false)).isFalse();
    }

    @Test
    void anUntrainedImageIsNotFreshWhereATrainedOneIsAskedFor() throws IOException {
        of("a").set(false);

        assertThat(of("a").isFresh(true)).isFalse();
    }

    @Test
    void aTrainedImageIsFreshHoweverOneIsAskedFor() throws IOException {
        of("a").set(true);

        assertThat(of("a").isFresh(true)).isTrue();
        assertThat(of("a").isFresh(false)).isTrue();
    }

    @Test
    void isNotFreshForABrokenOffCopyOfTheImage() throws IOException {
        of("a").set(true);
        Files.writeString(project.tar(Service.WEBHOOK), "ima");

        assertThat(of("a").isFresh(false)).isFalse();
    }

    /** An image held the jar of the build before, of the same name and time: a layer is looked up by these. */
    @Test
    void givesOtherContentAnotherFolder() throws IOException {
        var before = of("a").makeFolder();

        var after = of("b").makeFolder();

        assertThat(after).isNotEqualTo(before).isEmptyDirectory();
        assertThat(before).doesNotExist();
    }

    private Stamp of(String inputs) {
        return new Stamp(project, Service.WEBHOOK, inputs);
    }
}
