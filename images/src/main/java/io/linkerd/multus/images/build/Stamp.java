// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.build;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Says beside an image what it was made from, and what it was trained with where it was. */
final class Stamp {
    private final Path image;
    private final Path file;
    private final String inputs;
    private final Optional<String> training;

    /** The image made from {@code inputs}, and trained with {@code training} where one is asked for. */
    Stamp(Project project, Service service, String inputs, Optional<String> training) {
        this.image = project.tar(service);
        this.file = image.resolveSibling(image.getFileName() + ".inputs");
        this.inputs = inputs;
        this.training = training;
    }

    /** Tells whether the image is there and was made from the same; where no training is asked for, any or none is good. */
    boolean isFresh() throws IOException {
        if (!Files.isRegularFile(image) || !Files.isRegularFile(file)) {
            return false;
        }
        var seen = Files.readString(file);
        return training.isPresent() ? seen.equals(content()) : seen.startsWith(content());
    }

    /**
     * Makes a folder for what goes into the image, and removes that of the image before it. No other content has had its name: layers
     * are looked up by the path and the time of their files, and the time is always the same.
     */
    Path makeFolder() throws IOException {
        var folders = image.resolveSibling("image");
        if (Files.exists(folders)) {
            ScratchDirectory.delete(folders);
        }
        return Files.createDirectories(folders.resolve(inputs));
    }

    /** Notes that the image is made. */
    void set() throws IOException {
        Files.writeString(file, content());
    }

    /** The size is there for a copy of the image that was broken off. */
    private String content() throws IOException {
        return inputs + " " + Files.size(image) + "\n"
                + training.map(what -> "trained with " + what + "\n").orElse("");
    }
}
