// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.runtime.JavaRuntime;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;

/** What people download, unpacked as they do and run with an empty environment. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DistributionIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long MEBIBYTE = 1024 * 1024;
    private static final String VERSION = System.getProperty("project.version");

    /** Ends the JVM where the cache does not fit, which it does without otherwise. */
    private static final String WITH_CACHE = "LINKERD_MULTUS_JAVA_OPTIONS=-XX:AOTMode=on";

    private static final List<String> FAULTS = List.of("\tat ", "NoClassDefFound");

    private Path folder = Path.of("");
    private Path home = Path.of("");

    @BeforeAll
    void unpack() throws Exception {
        folder = Files.createTempDirectory("linkerd-multus-cli");
        // for the user without rights, too
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        command("tar", "-xzf", Tarball.file(project()).toString(), "-C", folder.toString());
        home = folder.resolve("linkerd-multus-" + VERSION);
    }

    @AfterAll
    void delete() throws IOException {
        ScratchDirectory.delete(folder);
    }

    private static Project project() throws IOException {
        return new Project(Path.of("..").toRealPath(), VERSION);
    }

    private static Programs.Outcome command(String... command) throws IOException, InterruptedException {
        return Programs.plain().run(PATIENCE, "", List.of(command));
    }

    /** With nothing in the environment but these. */
    private static Programs.Outcome run(Path program, List<String> environment, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("env", "-i"));
        command.addAll(environment);
        command.add(program.toString());
        command.addAll(List.of(arguments));
        return Programs.plain().run(PATIENCE, "", command);
    }

    private Path program(Path home) {
        return home.resolve("bin/linkerd-multus");
    }

    private static void saysItsVersion(Programs.Outcome outcome) {
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.output()).isEqualTo("Client version: " + VERSION + "\n");
        assertThat(outcome.exitCode()).isZero();
    }

    @Test
    void isSmallEnoughToBeDownloaded() throws Exception {
        assertThat(Files.size(Tarball.file(project()))).isLessThan(75 * MEBIBYTE);
        assertThat(Files.size(OneJar.file(project()))).isLessThan(30 * MEBIBYTE);
    }

    @Test
    void runsWithNothingInItsEnvironment() throws Exception {
        saysItsVersion(run(program(home), List.of(), "version", "--client"));
    }

    /** picocli's classes are Java 5's, which no cache takes as they are; they are a third of the start. */
    @Test
    void findsItsClassesInTheCache() throws Exception {
        var log = folder.resolve("classes.log");
        var options = "LINKERD_MULTUS_JAVA_OPTIONS=-XX:AOTMode=on -Xlog:class+load:file=" + log;

        saysItsVersion(run(program(home), List.of(options), "version", "--client"));

        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains("picocli.CommandLine source: shared objects file"))
                .anyMatch(line -> line.contains("multus.cli.Main source: shared objects file"))
                .noneMatch(line -> line.contains("source: file:"));
    }

    @Test
    void linkerdsQuestionTakesNoJava() throws Exception {
        var copied = Files.copy(program(home), folder.resolve("alone"));

        assertThat(run(copied, List.of(), "_extension-metadata").output())
                .isEqualTo("{\"name\":\"linkerd-multus\",\"checks\":\"always\"}\n");
    }

    @Test
    void isCalledByAnyOfItsNamesThroughLinks() throws Exception {
        var path = Files.createDirectories(folder.resolve("path"));
        for (var name : Tarball.NAMES) {
            Files.createSymbolicLink(
                    path.resolve("to-" + name), home.resolve("bin").resolve(name));
            Files.createSymbolicLink(path.resolve(name), Path.of("to-" + name));
        }

        saysItsVersion(run(path.resolve("linkerd-multus"), List.of(WITH_CACHE), "version", "--client"));
        assertThat(run(path.resolve("kubectl-linkerd_multus"), List.of(), "--help")
                        .output())
                .startsWith("Usage: kubectl linkerd-multus ");
        assertThat(run(path.resolve("kubectl_complete-linkerd_multus"), List.of(), "chec")
                        .output())
                .startsWith("check\t")
                .endsWith(":4\n");
        var found = command("env", "-i", "PATH=" + path + ":/usr/bin:/bin", "linkerd-multus", "version", "--client");
        saysItsVersion(found);
    }

    @Test
    void runsWhereThePathHasSpaces() throws Exception {
        var copy = folder.resolve("a b/c");
        Files.createDirectories(copy.getParent());
        command("cp", "-a", home.toString(), copy.toString());

        saysItsVersion(run(program(copy), List.of(WITH_CACHE), "version", "--client"));
    }

    /** krew's unpacking gives each file the time that it was written at. */
    @Test
    void putsTimesRightThatWereLost() throws Exception {
        var copy = folder.resolve("lost");
        command("cp", "-r", home.toString(), copy.toString());
        var jar = copy.resolve("app/cli-" + VERSION + ".jar");
        assertThat(time(jar)).isAfter(JavaRuntime.TIME);

        saysItsVersion(run(program(copy), List.of(WITH_CACHE), "version", "--client"));

        assertThat(List.of(jar, copy.resolve("runtime/lib/modules")))
                .allSatisfy(file -> assertThat(time(file)).isEqualTo(JavaRuntime.TIME));
        // and knows the next time that they are right
        var modules = copy.resolve("runtime/lib/modules");
        var looked = run(Path.of("/bin/sh"), List.of(), "-x", program(copy).toString(), "version", "--client");
        assertThat(looked.errors()).contains("+ kept").doesNotContain("put_right");
        Files.setLastModifiedTime(modules, FileTime.from(Instant.now()));
        saysItsVersion(run(program(copy), List.of(), "version", "--client"));
        assertThat(time(modules)).isEqualTo(JavaRuntime.TIME);
    }

    private static Instant time(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toInstant();
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** An administrator's copy that has lost its times, and a user who may not put them right. */
    @Test
    @EnabledIf(value = "isRoot", disabledReason = "runs as a user who may write nowhere, which takes root")
    void runsForAUserWhoMayWriteNowhereAndHasNoHome() throws Exception {
        var copy = folder.resolve("others");
        command("cp", "-r", home.toString(), copy.toString());
        var command = new ArrayList<>(List.of("env", "-i", "/usr/bin/setpriv", "--reuid", "65532", "--regid", "65532"));
        command.addAll(List.of("--clear-groups", program(copy).toString(), "version", "--client"));

        saysItsVersion(Programs.plain().run(PATIENCE, "", command));

        assertThat(time(copy.resolve("runtime/lib/modules"))).isAfter(JavaRuntime.TIME);
    }

    @Test
    void takesNoOptionsOfAnotherJava() throws Exception {
        saysItsVersion(run(
                program(home),
                List.of("JAVA_TOOL_OPTIONS=-Xmx1m", "JDK_JAVA_OPTIONS=-Xmx1m", "JAVA_HOME=/nowhere"),
                "version",
                "--client"));
    }

    /** What it needs of Java's modules is there: TLS, YAML, JSON, completions; java.sql and java.desktop are not. */
    @Test
    void itsJavaHasWhatEachCommandNeeds() throws Exception {
        var work = Files.createDirectories(folder.resolve("work"));
        try (var cluster = PretendedCluster.start()) {
            var environment = List.of("KUBECONFIG=" + cluster.kubeconfig(work), "HOME=" + work);

            var check = run(program(home), environment, "check");
            var why = run(program(home), environment, "why", "shop/web-0");
            var explain = run(program(home), environment, "explain", "shop/web-0", "-o", "json");

            assertThat(check.output())
                    .contains("the API server's version is supported (v1.35.0)", "Status check results are");
            assertThat(why.output()).contains("95");
            assertThat(explain.output()).contains("\"verdict\"");
            assertThat(check.errors() + why.errors() + explain.errors()).doesNotContain(FAULTS);
        }
        assertThat(run(program(home), List.of(), "completion", "zsh").output()).contains("linkerd-multus");
    }

    @Test
    void itsJavaHasWhatThoseNeedThatPrintAndPack() throws Exception {
        var work = Files.createDirectories(folder.resolve("printed"));
        try (var cluster = PretendedCluster.start()) {
            var environment = List.of("KUBECONFIG=" + cluster.kubeconfig(work), "HOME=" + work);
            var bundle = work.resolve("bundle.tar.gz");

            var plan = run(program(home), environment, "plan");
            var install = run(program(home), environment, "install");
            var uninstall = run(program(home), environment, "uninstall");
            var packed = run(program(home), environment, "support-bundle", "-o", bundle.toString());

            assertThat(plan.output())
                    .contains("# change NetworkAttachmentDefinition shop/linkerd-cni", "+        \"proxy-uid\": 2102");
            // no release was made of what the build that runs this has made
            assertThat(install.output()).contains("image: localhost/linkerd-multus/installer:" + VERSION);
            assertThat(install.errors()).contains("no registry serves");
            assertThat(uninstall.output()).contains("kind: Namespace\nmetadata:\n  name: linkerd-multus\n");
            assertThat(packed.output()).contains(bundle.toString());
            assertThat(command("tar", "-tzf", bundle.toString()).output())
                    .contains("/check.json", "/objects/pods.json");
            assertThat(plan.errors() + install.errors() + uninstall.errors() + packed.errors())
                    .doesNotContain(FAULTS);
        }
    }

    @Test
    void holdsLicencesAndManPagesAndNoLinks() throws Exception {
        assertThat(home.resolve("share/man/man1/linkerd-multus-why.1")).isRegularFile();
        assertThat(home.resolve("LICENSE")).isRegularFile();
        assertThat(home.resolve("runtime/legal/java.base/LICENSE")).isRegularFile();
        try (var files = Files.walk(home)) {
            assertThat(files.filter(Files::isSymbolicLink)).isEmpty();
        }
    }

    @Test
    void theJarRunsOnAnyJava25() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var jar = OneJar.file(project());

        saysItsVersion(run(java, List.of(), "-jar", jar.toString(), "version", "--client"));
        try (var cluster = PretendedCluster.start()) {
            var work = Files.createDirectories(folder.resolve("work-of-the-jar"));
            var environment = List.of("KUBECONFIG=" + cluster.kubeconfig(work));
            assertThat(run(java, environment, "-jar", jar.toString(), "check").output())
                    .contains("the API server's version is supported (v1.35.0)");
        }
        try (var content = new JarFile(jar.toFile())) {
            assertThat(content.stream().map(entry -> entry.getName()))
                    .contains("META-INF/LICENSE")
                    .anyMatch(name -> name.matches("META-INF/licences/jackson-databind-.*\\.jar/NOTICE"))
                    .doesNotContain("module-info.class", "META-INF/versions/9/module-info.class");
        }
    }
}
