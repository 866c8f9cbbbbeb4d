// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.service.files.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A folder of this container that assets come from.
 *
 * <p>Its files may be links, as those of a ConfigMap are, as long as they lead to files of the same folder.
 */
record SourceFolder(Path directory) {

    /** {@return the regular file of that name, or why there is none} */
    Result<Path> file(String name) {
        try {
            var real = directory.resolve(name).toRealPath();
            if (!real.startsWith(directory.toRealPath())) {
                return new Result.Not<>(directory.resolve(name) + " leads out of its folder, to " + real);
            }
            return Files.isRegularFile(real)
                    ? new Result.Ok<>(real)
                    : new Result.Not<>(directory.resolve(name) + " is no regular file");
        } catch (NoSuchFileException _) {
            return new Result.Not<>(directory.resolve(name) + " does not exist");
        } catch (IOException e) {
            return new Result.Not<>(directory.resolve(name) + " cannot be read: " + FileTrouble.inWords(e));
        }
    }

    /** {@return what the file of that name holds, if that is text of a size that a person writes} */
    Result<String> text(String name) {
        return file(name).then(SourceFolder::textOf);
    }

    static Result<String> textOf(Path file) {
        try {
            return Files.size(file) > LONGEST
                    ? new Result.Not<>(file + " is longer than " + LONGEST + " bytes")
                    : new Result.Ok<>(Files.readString(file));
        } catch (IOException e) {
            return new Result.Not<>(file + " cannot be read as text: " + FileTrouble.inWords(e));
        }
    }

    /** As long as the longest network that is read, and longer than any manifest that the API server takes. */
    private static final int LONGEST = 4 << 20;
}
