// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineImagesTest {
    private static final Path ROOT = Path.of("..");
    private static final String REGISTRY = "registry.example.com:5000/mesh";
    private static final List<String> ASKED =
            List.of("0.1.0", "--registry", REGISTRY, "--base", "scratch", "--scan", "../pom.xml");

    @TempDir
    private Path folder;

    private Project project = new Project(ROOT, "");

    @BeforeEach
    void isBuiltHere() {
        project = new Project(folder, "0.1.0");
    }

    private void jar(String file, String text) throws IOException {
        var jar = project.jar(Service.CLI);
        Files.createDirectories(jar.getParent());
        try (var to = new JarOutputStream(Files.newOutputStream(jar))) {
            to.putNextEntry(new ZipEntry(file));
            to.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String filled(String registry) throws IOException {
        return Files.readString(ROOT.resolve("cli/src/main/resources").resolve(CommandLineImages.FILE))
                .replace("${cli.registry}", registry);
    }

    @Test
    void whatWasBuiltForTheRegistryIsReleased() throws IOException {
        jar(CommandLineImages.FILE, filled(REGISTRY));

        assertThat(CommandLineImages.problems(project, ASKED)).isEmpty();
    }

    /** Its install would have named images that nobody can pull, or those of another release. */
    @Test
    void whatWasBuiltForAnotherOrForNoneIsRefused() throws IOException {
        for (var other : List.of("", "registry.example.org/mesh")) {
            jar(CommandLineImages.FILE, filled(other));

            assertThat(CommandLineImages.problems(project, ASKED))
                    .singleElement()
                    .asString()
                    .contains("\"" + other + "\"", REGISTRY, "./release");
        }
    }

    @Test
    void aProgramThatIsToldElsewhereIsSeen() throws IOException {
        jar("another.properties", filled(REGISTRY));

        assertThatThrownBy(() -> CommandLineImages.problems(project, ASKED))
                .hasMessageContaining(CommandLineImages.FILE);
    }

    /** The script hands on, line by line, what a run from source prints. */
    @Test
    void theScriptBuildsForTheRegistryThatItPushesTo() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var source = ROOT.resolve("images/src/main/java/io/linkerd/multus/images/release/ReleaseOptions.java");
        var mvnw = "mvnw() { printf '%s\\n' \"$@\"; }\n";
        var script = Files.readString(ROOT.resolve("release"));
        var build = script.substring(script.indexOf("\nbase=", script.indexOf("asked=")), script.indexOf("\nversion="))
                .replace("./mvnw", "mvnw");
        var asked = "asked=$(" + java + " -XX:TieredStopAtLevel=1 -Djdk.least=25 " + source + " "
                + String.join(" ", ASKED) + ")\n";

        var built = new Programs(Map.of("root", "."))
                .output(Duration.ofMinutes(1), mvnw + asked + build, List.of("sh", "-eu"));

        assertThat(built.lines()).contains("-Dcli.registry=" + REGISTRY, "-Dimage.base=scratch");
    }
}
