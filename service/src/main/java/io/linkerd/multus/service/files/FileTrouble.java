// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.files;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What is wrong with a file, for a sentence that has named it already: the JDK's own words are often its path, and nothing else. */
public final class FileTrouble {
    private FileTrouble() {}

    /** {@return why a file cannot be used} */
    public static String inWords(IOException cause) {
        return switch (cause) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException missing -> missing.getFile() + " does not exist";
            case NotDirectoryException _ -> "it is no directory";
            case CharacterCodingException _ -> "it is not UTF-8";
            case FileSystemException other when other.getReason() != null -> String.valueOf(other.getReason());
            default -> String.valueOf(cause.getMessage());
        };
    }
}
