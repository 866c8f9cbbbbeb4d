// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.runtime.JvmFlags;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the images that the build made, each with nothing but its own files. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImagesIT {
    private static final long MEBIBYTE = 1024;

    /** Unpacked once: what runs in them finds them read-only. */
    private final Map<Service, ImageRoot> images = new EnumMap<>(Service.class);

    private TrainingCluster cluster;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        LocalClusterExtension.assumeRoot("an image's files are the root file system of what runs in it");
        for (var service : Service.values()) {
            images.put(service, ImageRoot.unpack(project().tar(service), directory.resolve(service.module())));
        }
        cluster = TrainingCluster.start(project(), Progress.silent());
    }

    @AfterAll
    void stop() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** {@code AOTMode=on} ends the JVM where the cache does not fit runtime, flags or jars; in production it would start slowly instead. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CLI")
    void worksFromItsTrainedCacheOnAReadOnlyRoot(Service service, @TempDir Path directory) throws Exception {
        var root = image(service);
        Assumptions.assumeTrue(root.isTrained(), "the image is not trained, see images.training");
        var run = Files.createDirectories(directory.resolve("run"));

        var figures = new ImageTrial(service, root, cluster).run(run, List.of("-XX:AOTMode=on"));

        assertThat(Files.readAllLines(run.resolve("output")))
                .as("what it said, from its start to its stop")
                .isNotEmpty()
                .noneMatch(line -> line.contains(" ERROR ") || line.startsWith("\tat "))
                .noneMatch(line -> line.contains("BoringSSL cannot be loaded"));
        assertThat(limit(service).apply(figures.afterWork()))
                .as("memory in KiB after the work, of %s", figures)
                .isLessThanOrEqualTo(limit(service).kibibytes());
    }

    /** Arguments took the place of the program: {@code docker run IMAGE version} looked for a class of that name. */
    @Test
    void theInstallersArgumentsAreVerbs(@TempDir Path directory) throws Exception {
        var image = image(Service.INSTALLER);
        var shared = Files.createDirectories(directory.resolve("shared"));
        var run = new ArrayList<>(image.command(0, shared, List.of()));
        run.add("version");

        var said = Programs.plain().output(Duration.ofMinutes(1), run);

        assertThat(said.strip()).isEqualTo(System.getProperty("project.version"));
    }

    /** Nothing in it takes a place to write, and {@code AOTMode=on} ends where the cache does not fit. */
    @Test
    void theCommandLineTakesCommandsOnAReadOnlyRoot(@TempDir Path directory) throws Exception {
        var image = image(Service.CLI);
        var shared = Files.createDirectories(directory.resolve("shared"));
        var run = new ArrayList<>(image.command(65532, shared, List.of("-XX:AOTMode=on")));
        run.addAll(List.of("version", "--client"));

        var said = Programs.plain().output(Duration.ofMinutes(1), run);

        assertThat(said).isEqualTo("Client version: " + System.getProperty("project.version") + "\n");
    }

    /** As the chart has it, which says how large the heap may be. */
    @ParameterizedTest
    @EnumSource(Service.class)
    void holdsTheFlagsInAFileForThoseWhoHaveMore(Service service, @TempDir Path directory) throws Exception {
        var image = image(service);
        var shared = Files.createDirectories(directory.resolve("shared"));
        var flags = List.of("@/app/java.options", "-Xmx302m", "-XX:+PrintFlagsFinal");
        var all = image.command(0, shared, flags);
        var run = new ArrayList<>(all.subList(0, all.lastIndexOf("-XX:+PrintFlagsFinal") + 1));
        run.add("-version");

        var said = Programs.plain().output(Duration.ofMinutes(1), run);

        assertThat(said).containsPattern("MaxHeapSize +.?= 316669952 ");
        assertThat(said.contains("= /app/app.aot ")).isEqualTo(image.isTrained());
    }

    @ParameterizedTest
    @EnumSource(Service.class)
    void holdsNoShellAndNothingThatOthersMayChange(Service service) throws Exception {
        var root = image(service).path();

        try (var files = Files.walk(root)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                assertThat(file.getFileName().toString()).isNotIn("sh", "bash", "busybox", "keytool");
                assertThat(Files.getPosixFilePermissions(file))
                        .as(file.toString())
                        .doesNotContain(
                                PosixFilePermission.OWNER_WRITE,
                                PosixFilePermission.GROUP_WRITE,
                                PosixFilePermission.OTHERS_WRITE)
                        .contains(PosixFilePermission.OTHERS_READ);
                assertThat(Files.getAttribute(file, "unix:uid"))
                        .as(file.toString())
                        .isEqualTo(0);
            }
        }
    }

    /** In the locale of a container that says none, a JVM takes a name that is not ASCII for no name at all. */
    @Test
    void readsTheNodesFileNamesAsUtf8(@TempDir Path directory) throws Exception {
        var shared = Files.createDirectories(directory.resolve("shared"));
        var flags = List.of("-XshowSettings:properties");
        var all = image(Service.MULTUS).command(0, shared, flags);
        var run = new ArrayList<>(all.subList(0, all.indexOf(flags.getFirst()) + 1));
        run.add("-version");

        var said = new Programs(JvmFlags.environment(Service.MULTUS)).run(Duration.ofMinutes(1), "", run);

        assertThat(said.errors()).contains("sun.jnu.encoding = UTF-8");
    }

    @Test
    void hasTheProgramsThatTheDaemonStartsAndPutsOnTheNode() throws Exception {
        var folder = image(Service.MULTUS).path().resolve("opt/linkerd-multus/bin");

        assertThat(folder.resolve("multus-shim")).isExecutable();
        assertThat(folder.resolve("multus-launch")).isExecutable();
        assertThat(image(Service.INSTALLER).path().resolve("opt/linkerd-multus"))
                .doesNotExist();
    }

    private ImageRoot image(Service service) {
        return Objects.requireNonNull(images.get(service));
    }

    private static Project project() throws IOException {
        return new Project(Path.of("..").toRealPath(), System.getProperty("project.version"));
    }

    private static Limit limit(Service service) {
        return switch (service) {
            case INSTALLER -> new Limit(64 * MEBIBYTE, true);
            case MULTUS -> new Limit(96 * MEBIBYTE, true);
            case CONTROLLER, WEBHOOK, CLI -> new Limit(200 * MEBIBYTE, false);
        };
    }

    private record Limit(long kibibytes, boolean privateOnly) {
        long apply(ResidentMemory memory) {
            return privateOnly ? memory.privateKibibytes() : memory.totalKibibytes();
        }
    }
}
