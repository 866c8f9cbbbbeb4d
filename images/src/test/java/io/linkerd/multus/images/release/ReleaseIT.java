// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.cli.OneJar;
import io.linkerd.multus.images.oci.Content;
import io.linkerd.multus.images.oci.Descriptor;
import io.linkerd.multus.images.oci.Repository;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.LocalImage;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.RegistryModule;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Releases what the build has made to a registry on loopback, and takes it from there as others would. */
@EnabledIfSystemProperty(
        named = "release",
        matches = "true",
        disabledReason = "builds a registry and opm, which takes minutes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReleaseIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String DIGEST = "sha256:[0-9a-f]{64}";

    private Path folder;

    private Project project;
    private String version;
    private String host;
    private Path program;
    private LoopbackRegistry registry;
    private Path helm;

    @BeforeAll
    void release(@TempDir Path directory) throws Exception {
        folder = directory;
        version = System.getProperty("project.version");
        project = new Project(Path.of("..").toRealPath(), version);
        program = RegistryModule.program(project.root(), Progress.silent());
        helm = GoTools.of(Cache.of(System.getenv()), Progress.silent()).helm(project.root());
        host = LoopbackRegistry.freeHost();
        registry = LoopbackRegistry.start(program, host, folder.resolve("registry"));
        assertThat(push("first", "mesh")).isZero();
    }

    @AfterAll
    void stop() {
        if (registry != null) {
            registry.close();
        }
    }

    private int push(String output, String path, String... more) throws IOException, InterruptedException {
        var arguments =
                new ArrayList<>(List.of(version, "--registry", host + "/" + path, "--base", "scratch", "--dirty"));
        arguments.addAll(List.of("--output", folder.resolve(output).toString()));
        arguments.addAll(List.of(more));
        return Release.run(project, arguments, Progress.silent());
    }

    private List<String> pushed(String output) throws IOException {
        return Files.readAllLines(folder.resolve(output).resolve("pushed.txt"));
    }

    @Test
    void pushesTheSameDigestsToAnEmptyRegistryAgain() throws Exception {
        registry.close();
        ScratchDirectory.delete(folder.resolve("registry"));
        registry = LoopbackRegistry.start(program, host, folder.resolve("registry"));

        assertThat(push("second", "mesh")).isZero();

        assertThat(pushed("second"))
                .hasSize(2 * Service.values().length + 4)
                .isEqualTo(pushed("first"))
                .allMatch(line -> line.matches(host + "/mesh/\\S+:" + version + "(-[a-z0-9]+)?@" + DIGEST));
    }

    @Test
    void saysWhatIsInAnImageAndHowItWasMadeWhereClientsLook() throws Exception {
        var repository = "mesh/linkerd-multus/controller";
        var image = registry.manifest(repository, version).at("/manifests/0");
        assertThat(image.at("/platform/os").asText()).isEqualTo("linux");
        var digest = image.path("digest").asText();

        var statements = registry.manifest(repository, digest.replace(':', '-')).path("manifests");

        assertThat(statements).hasSize(2);
        var sbom = statement(repository, statements.path(0), digest);
        assertThat(sbom.at("/metadata/component/version").asText()).isEqualTo(digest);
        assertThat(sbom.path("components")
                        .valueStream()
                        .map(part -> part.path("name").asText()))
                .contains("controller", "contracts", "linkerd-values", "openjdk", "libc6", "micronaut-inject");
        var provenance = statement(repository, statements.path(1), digest);
        assertThat(provenance.at("/subject/0/digest/sha256").asText()).isEqualTo(digest.substring("sha256:".length()));
        assertThat(provenance
                        .at("/predicate/buildDefinition/resolvedDependencies/0/digest/gitCommit")
                        .asText())
                .matches("[0-9a-f]{40}");
    }

    private JsonNode statement(String repository, JsonNode descriptor, String subject) throws Exception {
        var manifest = registry.manifest(repository, descriptor.path("digest").asText());
        assertThat(manifest.at("/subject/digest").asText()).isEqualTo(subject);
        return registry.blob(repository, manifest.at("/layers/0/digest").asText());
    }

    @Test
    void theChartInstallsTheImagesThatWerePushed() throws Exception {
        var rendered = helm(
                "template",
                "mesh",
                "oci://" + host + "/mesh/charts/linkerd-multus",
                "--version",
                version,
                "--plain-http",
                "--kube-version",
                "1.35.0");

        var images = rendered.lines()
                .map(String::strip)
                .filter(line -> line.contains(host))
                .distinct()
                .toList();
        assertThat(images).hasSize(Service.byDefault().size());
        for (var service : Service.byDefault()) {
            var index = pushed("first").stream()
                    .filter(line -> line.contains("/" + service.module() + ":" + version + "@"))
                    .findFirst()
                    .orElseThrow();
            assertThat(images).contains("image: " + index.replace(":" + version + "@", "@"));
        }
    }

    /** The build that runs this was made for no registry, as {@link CommandLineImagesTest} has it: ./release builds for that one. */
    @Test
    void theCommandLineInstallsTheImagesThatWerePushed() throws Exception {
        var jar = Files.copy(OneJar.file(project), folder.resolve("linkerd-multus.jar"));
        try (var content = FileSystems.newFileSystem(jar)) {
            var written = content.getPath(CommandLineImages.FILE);
            Files.writeString(
                    written, Files.readString(written).replaceFirst("(?m)^registry=.*$", "registry=" + host + "/mesh"));
        }

        var references = pushed("first");
        for (var mode : List.of("openshift nad", "kubernetes chained")) {
            var words = mode.split(" ", -1);
            var installed = run(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-jar",
                    jar.toString(),
                    "install",
                    "--platform=" + words[0],
                    "--mode=" + words[1]);

            assertThat(installed.lines().map(String::strip).filter(line -> line.startsWith("image: " + host)))
                    .hasSize(Service.byDefault().size())
                    .allMatch(line -> references.stream()
                            .anyMatch(reference -> reference.startsWith(line.substring("image: ".length()) + "@")));
            assertThat(installed).doesNotContain("image: localhost/");
        }
    }

    @Test
    void aSignedChartIsCheckedByWhoPullsIt() throws Exception {
        var key = SigningKey.make("release@example.com", folder);
        assertThat(push(
                        "signed",
                        "signed",
                        "--sign",
                        key.name(),
                        "--keyring",
                        key.secret().toString()))
                .isZero();
        var other = SigningKey.make("other@example.com", Files.createDirectories(folder.resolve("other")));

        var pulled = pull(key.trusted());
        assertThat(pulled.succeeded()).as(pulled.errors()).isTrue();
        assertThat(pull(other.trusted()).errors()).contains("signature made by unknown entity");
    }

    private Programs.Outcome pull(Path keyring) throws IOException, InterruptedException {
        return Programs.plain()
                .run(
                        PATIENCE,
                        "",
                        List.of(
                                helm.toString(),
                                "pull",
                                "oci://" + host + "/signed/charts/linkerd-multus",
                                "--version",
                                version,
                                "--plain-http",
                                "--verify",
                                "--keyring",
                                keyring.toString(),
                                "--destination",
                                folder.toString()));
    }

    @Test
    void whatOlmReadsIsValidAndNamesWhatWasPushed() throws Exception {
        var olm = folder.resolve("first").resolve("olm");
        var operators = OlmPrograms.operators(project.root(), Progress.silent());

        run(
                OlmPrograms.opm(operators).toString(),
                "validate",
                olm.resolve("catalog").toString());
        run(
                OlmPrograms.verify(operators).toString(),
                "manifests",
                olm.resolve("bundle").toString());
        // What it takes bundles from is asked of whoever runs it.
        var home = Files.createDirectories(folder.resolve("home/.config/containers"));
        Files.writeString(home.resolve("policy.json"), "{\"default\": [{\"type\": \"insecureAcceptAnything\"}]}");
        var rendered = new Programs(Map.of("HOME", folder.resolve("home").toString()))
                .output(
                        PATIENCE,
                        List.of(
                                OlmPrograms.opm(operators).toString(),
                                "render",
                                "--use-http",
                                host + "/mesh/linkerd-multus/bundle:" + version));
        assertThat(rendered)
                .contains("\"name\": \"linkerd-multus.v" + version + "\"")
                .doesNotContain("localhost/");
        var bundle = pushed("first").stream()
                .filter(line -> line.contains("/bundle:"))
                .findFirst()
                .orElseThrow();
        assertThat(Files.readString(olm.resolve("catalog/linkerd-multus/catalog.yaml")))
                .contains("image: " + bundle.replace(":" + version + "@", "@"));
    }

    @Test
    void namesAnImageOfAnotherMachineInTheIndexOnlyIfItIsThere() throws Exception {
        var own = ArchitectureImages.read(folder.resolve("first").resolve("images-" + architecture() + ".json"));
        var other = new ArchitectureImages(
                "s390x", version, own.commit(), host + "/both", own.images(), "sha256:" + "5".repeat(64));
        other.write(folder);

        assertThat(push("both", "both", "--with", other.file(folder).toString()))
                .isZero();

        for (var service : List.of("webhook", "cli")) {
            assertThat(registry.manifest("both/linkerd-multus/" + service, version)
                            .path("manifests")
                            .valueStream()
                            .map(image -> image.at("/platform/architecture").asText()))
                    .containsExactly(architecture(), "s390x");
        }
        assertThat(Files.readString(folder.resolve("both/cli/krew.yaml"))).contains("linux-s390x", "5".repeat(64));
    }

    /** A tag that had moved, or a job that was run again, gave other images to a version that clusters ran. */
    @Test
    void aVersionIsReleasedOnceUnlessItIsSaid() throws Exception {
        assertThatThrownBy(() -> push("again", "mesh"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is released already");
        assertThat(folder.resolve("again/pushed.txt")).doesNotExist();

        assertThat(push("again", "mesh", "--again")).isZero();
        assertThat(pushed("again")).isEqualTo(pushed("first"));
    }

    @Test
    void refusesBeforeItPushesWhatDoesNotFit() throws Exception {
        var own = ArchitectureImages.read(folder.resolve("first").resolve("images-" + architecture() + ".json"));
        var other = new ArchitectureImages("riscv64", version, "0".repeat(40), host + "/first", own.images(), "");
        other.write(folder);
        var cut = Files.writeString(folder.resolve("cut.json"), "{\"architecture\": \"arm64\", \"images\": {");

        assertThatThrownBy(() ->
                        push("unfit", "unfit", "--with", other.file(folder).toString()))
                .hasMessageContaining("made from the commit 0000")
                .hasMessageContaining("were pushed to " + host + "/first, not " + host + "/unfit");
        assertThatThrownBy(() -> push("unfit", "unfit", "--with", cut.toString()))
                .hasMessageContaining("is not what --images-only writes");
        assertThat(Repository.open(host + "/unfit/linkerd-multus/webhook").has(version + "-" + architecture()))
                .isFalse();
    }

    @Test
    void refusesAScanThatIsOldAndAboutOtherBills() throws Exception {
        var scan = Files.writeString(folder.resolve("scan.json"), "{\"time\": \"2020-01-01T00:00:00Z\"}");

        assertThat(push("scanned", "scanned", "--scan", scan.toString())).isEqualTo(2);

        assertThat(Repository.open(host + "/scanned/linkerd-multus/webhook").has(version + "-" + architecture()))
                .isFalse();
    }

    /** The other one's was pushed here, and named there. */
    @Test
    void namesNoImageThatIsNotThere() throws Exception {
        var own = ArchitectureImages.read(folder.resolve("first").resolve("images-" + architecture() + ".json"));
        var missing = new EnumMap<>(own.images());
        missing.replaceAll((_, image) -> new Descriptor(image.mediaType(), "sha256:" + "0".repeat(64), image.size()));
        var other = new ArchitectureImages("ppc64le", version, own.commit(), host + "/absent", missing, "");
        other.write(folder);

        assertThatThrownBy(() ->
                        push("absent", "absent", "--with", other.file(folder).toString()))
                .hasMessageContaining("has not the image for ppc64le");
    }

    @Test
    void theCommandLineIsThereToBeDownloaded() throws Exception {
        var folder = this.folder.resolve("first/cli");
        var archive = folder.resolve("linkerd-multus-" + version + "-linux-" + architecture() + ".tar.gz");
        var digest = Content.digest(archive).substring("sha256:".length());

        assertThat(folder.resolve(archive.getFileName() + ".sha256")).hasContent(digest + "  " + archive.getFileName());
        assertThat(folder.resolve(archive.getFileName() + ".cdx.json"))
                .content()
                .contains("\"picocli\"", "\"openjdk\"", digest);
        assertThat(folder.resolve("linkerd-multus-" + version + ".jar.cdx.json"))
                .content()
                .contains("\"picocli\"")
                .doesNotContain("\"openjdk\"");
        assertThat(Files.readString(folder.resolve("krew.yaml")))
                .contains(digest)
                .contains("/" + archive.getFileName());
    }

    private static String architecture() {
        return LocalImage.architecture();
    }

    private String helm(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(helm.toString()));
        command.addAll(List.of(arguments));
        return Programs.plain().output(PATIENCE, command);
    }

    private static String run(String... command) throws IOException, InterruptedException {
        return Programs.plain().output(PATIENCE, List.of(command));
    }
}
