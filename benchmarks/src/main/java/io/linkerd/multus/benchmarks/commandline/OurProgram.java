// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.commandline;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.runtime.JvmFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ways to start the program. */
final class OurProgram {
    /** What starts the packaged one; not every build has it. */
    private static final String LAUNCHER = "BENCH_LAUNCHER";

    private OurProgram() {}

    /** {@return the packaged program, where an environment names its launcher} */
    static Optional<List<String>> launcher(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(LAUNCHER))
                .filter(path -> !path.isEmpty())
                .map(path -> List.of(path));
    }

    /** {@return a JVM with the class path that the build has written} */
    static List<String> onClassPath(Project project) throws IOException {
        var target = project.root().resolve("cli").resolve("target");
        var libraries = Files.readString(target.resolve("runtime.classpath")).strip();
        return jvm(
                project,
                target.resolve("cli-" + project.version() + ".jar") + ":" + libraries,
                Service.CLI.mainClass());
    }

    /** {@return a JVM with the flags of the packaged program that runs a class} */
    static List<String> jvm(Project project, String classPath, String main) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.of(project, Service.CLI));
        command.addAll(List.of("-cp", classPath, main));
        return command;
    }
}
