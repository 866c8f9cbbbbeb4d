// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.build;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says beside an image what it was made from, and whether it was trained. */
final class Stamp {
    private final Path image;
    private final Path file;
    private final String inputs;

    Stamp(Project project, Service service, String inputs) {
        this.image = project.tar(service);
        this.file = image.resolveSibling(image.getFileName() + ".inputs");
        this.inputs = inputs;
    }

    /** Tells whether the image is there and was made from the same; one that was trained is good also where none was asked for. */
    boolean isFresh(boolean trained) throws IOException {
        if (!Files.isRegularFile(image) || !Files.isRegularFile(file)) {
            return false;
        }
        var seen = Files.readString(file);
        return seen.equals(content(true)) || (!trained && seen.equals(content(false)));
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
    void set(boolean trained) throws IOException {
        Files.writeString(file, content(trained));
    }

    /** The size is there for a copy of the image that was broken off. */
    private String content(boolean trained) throws IOException {
        return inputs + " " + Files.size(image) + (trained ? " trained\n" : "\n");
    }
}
