// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class FileTroubleTest {
    /** The message was the path alone. */
    @Test
    void saysWhatIsWrongAndNotOnlyWhere() {
        assertThat(FileTrouble.inWords(new AccessDeniedException("/a"))).isEqualTo("permission denied");
        assertThat(FileTrouble.inWords(new NoSuchFileException("/a"))).isEqualTo("/a does not exist");
        assertThat(FileTrouble.inWords(new FileSystemException("/a", null, "Read-only file system")))
                .isEqualTo("Read-only file system");
        assertThat(FileTrouble.inWords(new IOException("Input/output error"))).isEqualTo("Input/output error");
    }

    /** The message was "Input length = 1", or the path alone. */
    @Test
    void saysWhatIsWrongWithATextOrAFolder() {
        assertThat(FileTrouble.inWords(new MalformedInputException(1))).isEqualTo("it is not UTF-8");
        assertThat(FileTrouble.inWords(new NotDirectoryException("/a"))).isEqualTo("it is no directory");
    }
}
