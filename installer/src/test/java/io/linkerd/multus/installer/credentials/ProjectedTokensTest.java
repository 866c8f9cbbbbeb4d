// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectedTokensTest {
    @TempDir
    private Path directory;

    /** It said "cannot be read: " and the path again. */
    @Test
    void saysWhyATokenCannotBeRead() {
        var file = directory.resolve("token");

        assertThat(new ProjectedTokens(file).current())
                .isEqualTo(new Result.Not<>(
                        "the projected token " + file + " cannot be read: " + file + " does not exist"));
    }

    @Test
    void saysThatATokenIsNoText() throws Exception {
        var file = Files.write(directory.resolve("token"), new byte[] {(byte) 0xff});

        assertThat(new ProjectedTokens(file).current())
                .isEqualTo(new Result.Not<>("the projected token " + file + " cannot be read: it is not UTF-8"));
    }
}
