// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.runtime.JavaRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationTest {
    @Test
    void theDaemonOfMultusHasItsProgramsAndNothingElseOfTheirBuild(@TempDir Path root) throws IOException {
        var project = new Project(root, "0.1.0");
        var built = Files.createDirectories(project.programs(Service.MULTUS));
        for (var name : List.of("multus-shim", "multus-launch", "stub", "units")) {
            assertThat(Files.createFile(built.resolve(name)).toFile().setExecutable(true))
                    .isTrue();
        }
        Files.createFile(built.resolve("multus-notes.txt"));

        assertThat(NodePrograms.of(project, Service.MULTUS))
                .containsExactly(built.resolve("multus-launch"), built.resolve("multus-shim"));
        assertThat(NodePrograms.of(project, Service.WEBHOOK)).isEmpty();
    }

    @Test
    void noImageIsMadeWithoutTheProgramsThatItIsToHave(@TempDir Path root) {
        assertThatThrownBy(() -> NodePrograms.of(new Project(root, "0.1.0"), Service.MULTUS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has no program; run ./mvnw package");
    }

    @TempDir
    Path directory;

    private Project project;
    private Path library;

    @BeforeEach
    void build() throws IOException {
        project = new Project(Files.createDirectories(directory.resolve("project")), "1.2.3");
        Files.createDirectories(project.target(Service.WEBHOOK));
        jar(project.jar(Service.WEBHOOK));
        var contracts = jar(project.root().resolve("contracts-1.2.3.jar"));
        library = jar(directory.resolve("library-4.jar"));
        Files.writeString(project.runtimeClassPath(Service.WEBHOOK), library + ":" + contracts + "\n");
    }

    @Test
    void putsOurJarsFirstAndOthersInTheirOwnFolder() throws IOException {
        var application = Application.layOut(project, Service.WEBHOOK, directory.resolve("app"));

        assertThat(application.classPath("/app"))
                .isEqualTo("/app/webhook-1.2.3.jar:/app/contracts-1.2.3.jar:/app/lib/library-4.jar");
    }

    @Test
    void givesJarsTheTimeThatTheyHaveInTheImage() throws IOException {
        var application = Application.layOut(project, Service.WEBHOOK, directory.resolve("app"));

        assertThat(application.own())
                .allSatisfy(jar ->
                        assertThat(Files.getLastModifiedTime(jar).toInstant()).isEqualTo(JavaRuntime.TIME));
    }

    @Test
    void leavesNothingOfAnEarlierLayout() throws IOException {
        var old = Files.createDirectories(directory.resolve("app/lib")).resolve("old.jar");
        Files.writeString(old, "old");

        Application.layOut(project, Service.WEBHOOK, directory.resolve("app"));

        assertThat(old).doesNotExist();
    }

    /** The root file system is read-only: what was left in its jar could not be loaded. */
    @Test
    void hasMachineCodeForItsOwnKindOfMachineAsFiles() throws IOException {
        var machine = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
        var here = jar(
                directory.resolve("tls-here.jar"),
                "META-INF/native/libtls_linux_" + machine + ".so",
                "module-info.class");
        var elsewhere = jar(directory.resolve("tls-elsewhere.jar"), "META-INF/native/libtls_linux_s390x.so");
        Files.writeString(project.runtimeClassPath(Service.WEBHOOK), library + ":" + here + ":" + elsewhere + "\n");

        var application = Application.layOut(project, Service.WEBHOOK, directory.resolve("app"));

        assertThat(application.machineCode())
                .singleElement()
                .satisfies(file -> assertThat(file)
                        .isRegularFile()
                        .isEqualTo(directory.resolve("app/native/libtls_linux_" + machine + ".so")));
        assertThat(application.paths("/app"))
                .containsExactly(
                        "-Djava.library.path=/app/native", "-cp", "/app/webhook-1.2.3.jar:/app/lib/library-4.jar");
    }

    @Test
    void leavesAJarWithClassesAsItIs() throws IOException {
        var both = jar(directory.resolve("both.jar"), "META-INF/native/libtls_linux_s390x.so", "Tls.class");
        Files.writeString(project.runtimeClassPath(Service.WEBHOOK), both.toString());

        var application = Application.layOut(project, Service.WEBHOOK, directory.resolve("app"));

        assertThat(application.libraries())
                .containsExactly(directory.resolve("app/lib").resolve("both.jar"));
        assertThat(application.paths("/app")).containsExactly("-cp", "/app/webhook-1.2.3.jar:/app/lib/both.jar");
    }

    @Test
    void saysWhichJarIsMissing() throws IOException {
        Files.delete(library);

        assertThatThrownBy(() -> Application.jars(project, Service.WEBHOOK))
                .hasMessageContaining("library-4.jar")
                .hasMessageContaining("./mvnw package");
    }

    private static Path jar(Path file) throws IOException {
        return jar(file, file.getFileName().toString());
    }

    private static Path jar(Path file, String... entries) throws IOException {
        try (var jar = new JarOutputStream(Files.newOutputStream(file))) {
            for (var entry : entries) {
                jar.putNextEntry(new ZipEntry(entry));
            }
        }
        return file;
    }
}
