// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.runtime.JavaRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/** Programs in C, each one static file, which the daemon of Multus starts or puts on the node. */
public final class NodePrograms {
    /** Where they are in the image: what the daemon's LINKERD_MULTUS_PROGRAM_SOURCE_DIR says by default. */
    public static final String IN_IMAGE = "/opt/linkerd-multus/bin";

    private static final String NAMES = "multus-*";

    private NodePrograms() {}

    /** {@return those that the build has made for {@code service}, in the order of their names} */
    public static List<Path> of(Project project, Service service) throws IOException {
        return switch (service) {
            case INSTALLER, CONTROLLER, WEBHOOK, CLI -> List.of();
            case MULTUS -> built(project.programs(service));
        };
    }

    /** Copies them to {@code folder}. */
    static List<Path> layOut(Project project, Service service, Path folder) throws IOException {
        var copies = new ArrayList<Path>();
        for (var program : of(project, service)) {
            var copy = Files.createDirectories(folder).resolve(program.getFileName());
            Files.copy(program, copy);
            Files.setLastModifiedTime(copy, FileTime.from(JavaRuntime.TIME));
            copies.add(copy);
        }
        return List.copyOf(copies);
    }

    private static List<Path> built(Path folder) throws IOException {
        var programs = new ArrayList<Path>();
        if (Files.isDirectory(folder)) {
            try (var files = Files.newDirectoryStream(folder, NAMES)) {
                files.forEach(programs::add);
            }
        }
        programs.removeIf(program -> !Files.isRegularFile(program) || !Files.isExecutable(program));
        if (programs.isEmpty()) {
            throw new IOException(folder + " has no program; run ./mvnw package for the module multus");
        }
        programs.sort(null);
        return List.copyOf(programs);
    }
}
