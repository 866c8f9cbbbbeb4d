// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootTest {
    private static final Boot FIRST = new Boot("1");
    private static final Boot SECOND = new Boot("2");

    @Test
    void isOverWhereAnotherOneIsNow() {
        assertThat(FIRST.isBefore(SECOND)).isTrue();
        assertThat(FIRST.isBefore(FIRST)).isFalse();
    }

    @Test
    void isNotKnownToBeOverWhereOneOfTheTwoIsNotKnown() {
        assertThat(FIRST.isBefore(Boot.UNKNOWN)).isFalse();
        assertThat(Boot.UNKNOWN.isBefore(FIRST)).isFalse();
    }

    @Test
    void isWhatTheKernelSaysAndUnknownWhereItSaysNothing(@TempDir Path directory) throws IOException {
        var id = directory.resolve("boot_id");
        assertThat(Boot.read(id)).isEqualTo(Boot.UNKNOWN);

        Files.writeString(id, "1\n");

        assertThat(Boot.read(id)).isEqualTo(FIRST);
    }
}
