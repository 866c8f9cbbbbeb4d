// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says beside an image what it was made from. */
final class Stamp {
    private final Path image;
    private final Path file;
    private final String inputs;

    Stamp(Project project, Service service, Fingerprint inputs) {
        this.image = project.tar(service);
        this.file = image.resolveSibling(image.getFileName() + ".inputs");
        this.inputs = inputs.value();
    }

    /** Tells whether the image is there and was made from the same. */
    boolean isFresh() throws IOException {
        return Files.isRegularFile(image)
                && Files.isRegularFile(file)
                && Files.readString(file).equals(content());
    }

    /** Notes that the image is made. */
    void set() throws IOException {
        Files.writeString(file, content());
    }

    /** The size is there for a copy of the image that was broken off. */
    private String content() throws IOException {
        return inputs + " " + Files.size(image) + "\n";
    }
}
