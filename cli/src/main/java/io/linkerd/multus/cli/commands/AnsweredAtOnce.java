// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.product.Product;
import java.util.List;
import java.util.Optional;

/**
 * What other programs ask at each of their own starts is answered before anything reads arguments: that would load 500 classes, and take
 * most of the time. The commands say the same, where they are asked with options beside.
 */
public final class AnsweredAtOnce {
    private static final List<String> CLIENT = List.of("version", "--client");

    private AnsweredAtOnce() {}

    /** {@return what is printed for these arguments; empty where a command has to say it} */
    public static Optional<String> to(String... arguments) {
        if (arguments.length > 0 && arguments[0].equals(ExtensionMetadata.COMMAND)) {
            return Optional.of(ExtensionMetadata.TEXT + "\n");
        }
        return List.of(arguments).equals(CLIENT)
                ? Optional.of(new Versions(Product.built().version(), Optional.empty()).text())
                : Optional.empty();
    }
}
