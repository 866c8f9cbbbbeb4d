// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
        untrained("a").set();

        assertThat(untrained("a").isFresh()).isTrue();
        assertThat(untrained("b").isFresh()).isFalse();
    }

    @Test
    void anUntrainedImageIsNotFreshWhereATrainedOneIsAskedFor() throws IOException {
        untrained("a").set();

        assertThat(trained("a", "chart").isFresh()).isFalse();
    }

    @Test
    void aTrainedImageIsFreshHoweverOneIsAskedFor() throws IOException {
        trained("a", "chart").set();

        assertThat(trained("a", "chart").isFresh()).isTrue();
        assertThat(untrained("a").isFresh()).isTrue();
    }

    @Test
    void anImageTrainedWithAnotherChartIsFreshOnlyWhereNoTrainingIsAskedFor() throws IOException {
        trained("a", "chart").set();

        assertThat(trained("a", "other chart").isFresh()).isFalse();
        assertThat(untrained("a").isFresh()).isTrue();
    }

    @Test
    void isNotFreshForABrokenOffCopyOfTheImage() throws IOException {
        trained("a", "chart").set();
        Files.writeString(project.tar(Service.WEBHOOK), "ima");

        assertThat(untrained("a").isFresh()).isFalse();
    }

    /** An image held the jar of the build before, of the same name and time: a layer is looked up by these. */
    @Test
    void givesOtherContentAnotherFolder() throws IOException {
        var before = untrained("a").makeFolder();

        var after = untrained("b").makeFolder();

        assertThat(after).isNotEqualTo(before).isEmptyDirectory();
        assertThat(before).doesNotExist();
    }

    private Stamp untrained(String inputs) {
        return new Stamp(project, Service.WEBHOOK, inputs, Optional.empty());
    }

    private Stamp trained(String inputs, String training) {
        return new Stamp(project, Service.WEBHOOK, inputs, Optional.of(training));
    }
}
