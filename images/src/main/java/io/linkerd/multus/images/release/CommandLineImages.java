// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarFile;

/**
 * Which images {@code linkerd-multus install} names, as the build wrote it into the command line. They are named by the tag of the version,
 * which is pushed once: the archive of one architecture is made before the index over all is.
 *
 * @param registry host and path; empty where the build was not made for a release
 */
record CommandLineImages(String registry) {
    /** Of the command line's classes, which the release runs none of. */
    static final String FILE = "io/linkerd/multus/cli/product/build.properties";

    /** {@return what speaks against a release of what was built in that working copy} Wrong usage is told elsewhere. */
    static List<String> problems(Project project, List<String> arguments) throws IOException {
        return ReleaseOptions.parse(arguments) instanceof ReleaseOptions.Asked(var options)
                ? of(project.jar(Service.CLI)).problem(options).stream().toList()
                : List.of();
    }

    /** {@return what a jar of the program says} */
    static CommandLineImages of(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile(), false)) {
            var entry = jar.getJarEntry(FILE);
            if (entry == null) {
                throw new IOException(file + " has no " + FILE + ": what tells it its registry was changed");
            }
            var written = new Properties();
            try (var text = jar.getInputStream(entry)) {
                written.load(new InputStreamReader(text, StandardCharsets.UTF_8));
            }
            return new CommandLineImages(written.getProperty("registry", ""));
        }
    }

    /** {@return what speaks against a release of it, which would install other images than it pushes} */
    Optional<String> problem(ReleaseOptions options) {
        return registry.equals(options.registry())
                ? Optional.empty()
                : Optional.of("the command line was built for the registry \"" + registry + "\", not "
                        + options.registry() + ": ./release builds it for that one, so call that");
    }
}
