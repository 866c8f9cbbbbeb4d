// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.runtime;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How the JVM of each service is run: with the options of all, which are beside this module's code, and then those beside its own. */
public final class JvmFlags {
    /** Two arenas of the C library's allocator in place of eight for each processor of the node. */
    private static final Map<String, String> ENVIRONMENT = Map.of("MALLOC_ARENA_MAX", "2");

    /** The JVM reads names of files by it, and such as are no ASCII would be no names: the node's are UTF-8, as the command line's marks. */
    private static final Map<String, String> NAMES = Map.of("LC_ALL", "C.UTF-8");

    private static final Path OPTIONS = Path.of("src", "image", "jvm.options");

    private JvmFlags() {}

    /** {@return what a service finds in its environment, whoever starts it} */
    public static Map<String, String> environment(Service service) {
        return switch (service) {
            case INSTALLER, CONTROLLER, WEBHOOK -> ENVIRONMENT;
            case MULTUS, CLI -> {
                var both = new TreeMap<>(ENVIRONMENT);
                both.putAll(NAMES);
                yield Map.copyOf(both);
            }
        };
    }

    /** {@return the command line's options, in the order of the files} */
    public static List<String> of(Project project, Service service) throws IOException {
        return Stream.concat(
                        read(project.root().resolve("images").resolve(OPTIONS)),
                        read(project.root().resolve(service.module()).resolve(OPTIONS)))
                .toList();
    }

    private static Stream<String> read(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"));
    }
}
