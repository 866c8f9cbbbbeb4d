// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import java.io.IOException;

/** What an image stands on. */
public sealed interface BaseImage {
    /** Nothing but the C library of the build machine: needs no registry, and holds no file without use. */
    record Scratch() implements BaseImage {}

    /**
     * An image that has a C library.
     *
     * @param reference in a registry, by digest for releases; {@code tar://} and {@code docker://} work too
     */
    record Given(String reference) implements BaseImage {}

    /** Reads the build property {@code image.base}; empty means from scratch, as {@code scratch} does. */
    public static BaseImage of(String property) {
        var reference = property.strip();
        return reference.isEmpty() || reference.equals("scratch") ? new Scratch() : new Given(reference);
    }

    /** {@return whether it comes from a registry of this machine, which has no certificate} */
    default boolean isOnLoopback() {
        return switch (this) {
            case Scratch _ -> false;
            case Given(var reference) -> reference.matches("(localhost|127\\.\\d+\\.\\d+\\.\\d+)(:\\d+)?/.*");
        };
    }

    /** Begins an image on this. */
    default JibContainerBuilder begin() throws IOException {
        try {
            return switch (this) {
                case Scratch _ -> Jib.fromScratch();
                case Given(var reference) -> Jib.from(reference);
            };
        } catch (InvalidImageReferenceException e) {
            throw new IOException("image.base is no image reference: " + this, e);
        }
    }
}
