// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.runtime.JavaRuntime;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder {@code /app} of an image, as files on this machine: our jars, the libraries in {@code lib}, machine code in {@code native},
 * the cache of loaded classes.
 *
 * @param directory where it is laid out
 * @param own our jars, the service's first
 * @param libraries everybody else's, in the order of the class path
 * @param machineCode what some of the libraries load
 * @param programs beside Java, which the image has in a folder of their own
 */
public record Application(
        Path directory, List<Path> own, List<Path> libraries, List<Path> machineCode, List<Path> programs) {
    /** Where it is in the image. */
    public static final String IN_IMAGE = "/app";

    private static final String NATIVE = "native";

    /** Beside {@link #directory}. */
    private static final String PROGRAMS = "bin";

    /** Copies the jars of {@code service} into an empty directory. */
    public static Application layOut(Project project, Service service, Path directory) throws IOException {
        if (Files.exists(directory)) {
            ScratchDirectory.delete(directory);
        }
        var programs = directory.resolveSibling(PROGRAMS);
        if (Files.exists(programs)) {
            ScratchDirectory.delete(programs);
        }
        Files.createDirectories(directory.resolve("lib"));
        var own = new ArrayList<Path>();
        var libraries = new ArrayList<Path>();
        var machineCode = new ArrayList<Path>();
        for (var jar : jars(project, service)) {
            if (NativeCode.isAllOf(jar)) {
                machineCode.addAll(NativeCode.unpack(jar, directory.resolve(NATIVE)));
                continue;
            }
            var ours = jar.startsWith(project.root());
            var copy = directory.resolve(ours ? "" : "lib").resolve(jar.getFileName());
            UnsignedJar.copy(jar, copy);
            if (service == Service.CLI) {
                CurrentClasses.renew(copy);
            }
            Files.setLastModifiedTime(copy, FileTime.from(JavaRuntime.TIME));
            (ours ? own : libraries).add(copy);
        }
        return new Application(
                directory,
                List.copyOf(own),
                List.copyOf(libraries),
                List.copyOf(machineCode),
                NodePrograms.layOut(project, service, programs));
    }

    /** Returns all jars that {@code service} runs with, its own first, then in the build's order. */
    public static List<Path> jars(Project project, Service service) throws IOException {
        var jars = new ArrayList<Path>();
        jars.add(project.jar(service));
        for (var jar :
                Files.readString(project.runtimeClassPath(service)).strip().split(File.pathSeparator, -1)) {
            if (!jar.isEmpty()) {
                jars.add(Path.of(jar));
            }
        }
        for (var jar : jars) {
            if (!Files.isRegularFile(jar)) {
                throw new IOException(jar + " is no jar; run ./mvnw package for the module " + service.module());
            }
        }
        return List.copyOf(jars);
    }

    /** {@return where the programs are laid out} */
    public Path programFolder() {
        return directory.resolveSibling(PROGRAMS);
    }

    public Path cache() {
        return directory.resolve("app.aot");
    }

    /** Where the JVM's flags are, for containers that have more of them: {@code java @file -Xmx1g Main}. */
    public Path options() {
        return directory.resolve("java.options");
    }

    public boolean isTrained() {
        return Files.isRegularFile(cache());
    }

    /** {@return what tells a JVM where it finds classes and machine code, as seen from {@code base} in place of {@link #directory}} */
    public List<String> paths(String base) {
        var paths = new ArrayList<String>();
        if (!machineCode.isEmpty()) {
            paths.add("-Djava.library.path=" + base + "/" + NATIVE);
        }
        paths.addAll(List.of("-cp", classPath(base)));
        return List.copyOf(paths);
    }

    /** Returns the class path as seen from {@code base} in place of {@link #directory}. */
    String classPath(String base) {
        var jars = new ArrayList<String>();
        for (var jar : own) {
            jars.add(base + "/" + directory.relativize(jar));
        }
        for (var jar : libraries) {
            jars.add(base + "/" + directory.relativize(jar));
        }
        return String.join(File.pathSeparator, jars);
    }
}
