// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.commandline;

import io.linkerd.multus.images.Project;
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

    /** As a launcher should start a JVM that lives for seconds. */
    static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xms80m",
            "-Xmn64m",
            "-XX:SurvivorRatio=2",
            "-Xss512k",
            "-XX:-UsePerfData");

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
        return jvm(target.resolve("cli-" + project.version() + ".jar") + ":" + libraries, "io.linkerd.multus.cli.Main");
    }

    /** {@return a JVM with those flags that runs a class} */
    static List<String> jvm(String classPath, String main) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", classPath, main));
        return command;
    }
}
