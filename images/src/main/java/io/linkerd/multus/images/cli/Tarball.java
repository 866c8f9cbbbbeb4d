// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.cli;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.layers.Application;
import io.linkerd.multus.images.runtime.JavaRuntime;
import io.linkerd.multus.localcluster.programs.LocalImage;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line with its own Java runtime, in a folder of an archive: {@code bin} with its three names, {@code app} with jars and cache,
 * {@code runtime}, {@code share}. There is no link in it, since krew unpacks none.
 *
 * @param project the working copy
 * @param runtime that it is run with
 * @param application with its cache
 */
public record Tarball(Project project, JavaRuntime runtime, Application application) {
    /** As people, Linkerd's command line, kubectl, and kubectl's completion find it. */
    public static final List<String> NAMES =
            List.of("linkerd-multus", "kubectl-linkerd_multus", "kubectl_complete-linkerd_multus");

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String PROGRAM = "r-xr-xr-x";
    private static final String FILE = "r--r--r--";

    /** {@return where the archive for this kind of machine is} */
    public static Path file(Project project) {
        return project.root()
                .resolve("cli/target")
                .resolve("linkerd-multus-" + project.version() + "-linux-" + LocalImage.architecture() + ".tar.gz");
    }

    /** Writes the archive, for which it lays out what is in it below {@code scratch}, and {@return it}. */
    public Path write(Path scratch) throws IOException, InterruptedException {
        var folder = Files.createDirectories(scratch.resolve("linkerd-multus-" + project.version()));
        var launcher = Launcher.of(project, application);
        for (var name : NAMES) {
            put(folder.resolve("bin").resolve(name), launcher, PROGRAM);
        }
        for (var file : runtime.files()) {
            var executable = Files.isExecutable(file) ? PROGRAM : FILE;
            copy(file, folder.resolve("runtime").resolve(runtime.home().relativize(file)), executable);
        }
        try (var files = Files.walk(application.directory())) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                copy(file, folder.resolve("app").resolve(application.directory().relativize(file)), FILE);
            }
        }
        // The launcher tells by these two whether files have kept their times.
        time(put(folder.resolve("app/times/older"), "", FILE), -1);
        time(put(folder.resolve("app/times/newer"), "", FILE), 1);
        manual(scratch.resolve("man1"), folder.resolve("share/man/man1"));
        copy(project.root().resolve("LICENSE"), folder.resolve("LICENSE"), FILE);
        return pack(folder);
    }

    /** The program writes its pages itself. */
    private void manual(Path made, Path to) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(runtime.java().toString()));
        command.addAll(application.paths(application.directory().toString()));
        command.addAll(List.of(Service.CLI.mainClass(), "_man", made.toString()));
        Programs.plain().output(PATIENCE, command);
        try (var pages = Files.newDirectoryStream(made)) {
            for (var page : pages) {
                copy(page, to.resolve(page.getFileName()), FILE);
            }
        }
    }

    private Path pack(Path folder) throws IOException, InterruptedException {
        var archive = file(project);
        var unfinished = archive.resolveSibling(archive.getFileName() + ".part");
        Programs.plain()
                .output(
                        PATIENCE,
                        List.of(
                                "tar",
                                "--create",
                                "--file=" + unfinished,
                                "--use-compress-program=gzip --no-name",
                                "--sort=name",
                                "--format=ustar",
                                "--owner=0",
                                "--group=0",
                                "--numeric-owner",
                                "--mode=u+w",
                                "--directory=" + folder.getParent(),
                                String.valueOf(folder.getFileName())));
        return Files.move(unfinished, archive, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void copy(Path from, Path to, String permissions) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to);
        finish(to, permissions);
    }

    private static Path put(Path file, String content, String permissions) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return finish(file, permissions);
    }

    private static Path finish(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return time(file, 0);
    }

    private static Path time(Path file, int secondsFromTheCaches) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(JavaRuntime.TIME.plusSeconds(secondsFromTheCaches)));
    }
}
