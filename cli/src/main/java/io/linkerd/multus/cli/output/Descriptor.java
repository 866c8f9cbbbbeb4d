// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What a file descriptor of this process is. */
final class Descriptor {
    private Descriptor() {}

    /**
     * {@return whether it is a terminal} Linux says so of each one (proc(5)); elsewhere the JDK tells it of stdin and stdout together, and
     * stderr is taken for the same.
     */
    static boolean isTerminal(int descriptor) {
        return target(Path.of("/proc/self/fd", Integer.toString(descriptor)))
                .map(Descriptor::isTerminal)
                .orElseGet(() -> Optional.ofNullable(System.console())
                        .filter(console -> console.isTerminal())
                        .isPresent());
    }

    /** {@return whether it is known to be a pipe or a socket} */
    static boolean hasReader(int descriptor) {
        return target(Path.of("/proc/self/fd", Integer.toString(descriptor)))
                .filter(target -> Stream.of("pipe:", "socket:").anyMatch(target::startsWith))
                .isPresent();
    }

    static boolean isTerminal(String target) {
        return Stream.of("/dev/pts/", "/dev/tty", "/dev/console").anyMatch(target::startsWith);
    }

    private static Optional<String> target(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link).toString());
        } catch (IOException | UnsupportedOperationException _) {
            return Optional.empty();
        }
    }
}
