// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Builds programs of Go modules, once for each state of their sources: a module's programs are kept in the cache under the digest of
 * its files, of the compiler's version and of how it is called.
 */
public final class GoTools {
    /** A cold build of Kubernetes was seen to take eight minutes on two cores, of which others may want some. */
    static final Duration DEADLINE = Duration.ofMinutes(40);

    /** Where the compiler works: it leaves gigabytes when it is killed, and a staging folder is cleared by the next one. */
    private static final String WORK = ".work";

    /** Its cache is no path with a quotation mark. */
    private static final Pattern FILES = Pattern.compile("\"Dir\": \"([^\"]+)\"");

    private static final Pattern KUBERNETES = Pattern.compile("k8s\\.io/kubernetes (v1\\.(\\d+)\\.\\d+)");

    private final Cache cache;
    private final GoCommand go;
    private final Progress progress;

    GoTools(Cache cache, GoCommand go, Progress progress) {
        this.cache = cache;
        this.go = go;
        this.progress = progress;
    }

    /** Finds the compiler; nothing is built yet. */
    public static GoTools of(Cache cache, Progress progress) throws IOException, InterruptedException {
        return new GoTools(cache, GoCommand.find(System.getenv().getOrDefault("PATH", "")), progress);
    }

    /**
     * Returns the folder with all programs that every cluster needs.
     *
     * @param project the folder of the project's root
     */
    public Path cluster(Path project) throws IOException, InterruptedException {
        var folders = new ArrayList<Path>();
        for (var module : ClusterModules.of(project).all()) {
            folders.add(folder(module));
        }
        var names =
                folders.stream().map(folder -> folder.getFileName().toString()).toList();
        var all = cache.tools().resolve("cluster-" + Digests.ofTexts(names));
        if (!Files.isDirectory(all)) {
            try (var staging = Staging.of(all)) {
                for (var folder : folders) {
                    link(folder, staging.folder());
                }
                staging.complete();
            }
        }
        cache.used(all);
        return all;
    }

    /** {@return the folder with Kubernetes' programs and etcd, as the project in that folder wants them} */
    public Path kubernetes(Path project) throws IOException, InterruptedException {
        return folder(ClusterModules.of(project).kubernetes());
    }

    /** {@return Helm 4, as the project in that folder wants it} */
    public Path helm(Path project) throws IOException, InterruptedException {
        return folder(ClusterModules.of(project).helm()).resolve("helm");
    }

    /** Returns the folder with the programs of one module. */
    public Path folder(GoModule module) throws IOException, InterruptedException {
        var folder = cache.tools().resolve(module.name() + "-" + digest(module));
        if (!Files.isDirectory(folder)) {
            progress.step("build " + module.title() + ", once", () -> buildAlone(module, folder));
        }
        cache.used(folder);
        return folder;
    }

    private GoCommand go(GoModule module) {
        return module.optimised() ? go.optimising() : go;
    }

    private String digest(GoModule module) throws IOException {
        var contents = new ArrayList<String>(List.of(
                go.version(), module.builds().toString(), go(module).settings().toString()));
        contents.add(module.links().toString());
        contents.add(module.definitions().toString());
        var root = module.folder();
        try (var walk = Files.walk(root)) {
            for (var file : walk.filter(Files::isRegularFile).sorted().toList()) {
                if (!file.toString().endsWith("_test.go")) {
                    contents.add(root.relativize(file).toString());
                    contents.add(Digests.ofFile(file));
                }
            }
        }
        return Digests.ofTexts(contents);
    }

    /** One at a time: two would compile twice what the modules share. Who waited may find it built. */
    private Path buildAlone(GoModule module, Path folder) throws IOException, InterruptedException {
        try (var _ = cache.alone("go", DEADLINE)) {
            return Files.isDirectory(folder) ? folder : build(module, folder);
        }
    }

    private Path build(GoModule module, Path folder) throws IOException, InterruptedException {
        try (var staging = Staging.of(folder)) {
            var work = Files.createDirectory(staging.folder().resolve(WORK));
            for (var build : module.builds()) {
                compile(module, build, staging.folder());
            }
            Files.delete(work);
            for (var link : module.links()) {
                Files.createSymbolicLink(staging.folder().resolve(link.name()), Path.of(link.binary()));
            }
            for (var definition : module.definitions()) {
                copy(module, definition, staging.folder());
            }
            staging.complete();
        }
        return folder;
    }

    private void compile(GoModule module, GoModule.Build build, Path into) throws IOException, InterruptedException {
        var output = build.output().isEmpty()
                ? into + "/"
                : into.resolve(build.output()).toString();
        go(module)
                .programs(Map.of("GOTMPDIR", into.resolve(WORK).toString()))
                .output(
                        DEADLINE,
                        go.in(
                                module.folder(),
                                "build",
                                "-trimpath",
                                "-tags",
                                build.tags(),
                                "-ldflags",
                                linkerFlags(module),
                                "-o",
                                output,
                                build.packages()));
    }

    /** Kubernetes' programs say which version they are only when they are told. */
    private String linkerFlags(GoModule module) throws IOException {
        var kubernetes = KUBERNETES.matcher(Files.readString(module.folder().resolve("go.mod")));
        if (!kubernetes.find()) {
            return "-s -w";
        }
        var version = kubernetes.group(1);
        return "-s -w -X k8s.io/component-base/version.gitVersion=" + version
                + " -X k8s.io/component-base/version.gitMajor=1"
                + " -X k8s.io/component-base/version.gitMinor=" + kubernetes.group(2)
                + " -X k8s.io/client-go/pkg/version.gitVersion=" + version;
    }

    /**
     * Returns the folder with another module's files, of the version that one of ours requires; nothing is compiled.
     *
     * @param module of ours
     * @param required the path of the other one
     */
    public Path filesOf(GoModule module, String required) throws IOException, InterruptedException {
        var folder = module.folder().toString();
        var answer = go.programs(Map.of())
                .output(DEADLINE, List.of(go.path().toString(), "mod", "download", "-C", folder, "-json", required));
        var files = FILES.matcher(answer);
        if (!files.find()) {
            throw new IOException("go mod download names no folder for " + required + " in " + folder + ": " + answer);
        }
        return Path.of(files.group(1));
    }

    /** It is other people's: taken from where the compiler has put their module, never kept here. */
    private void copy(GoModule module, GoModule.Definition definition, Path into)
            throws IOException, InterruptedException {
        var source = filesOf(module, definition.module()).resolve(definition.file());
        Files.copy(source, Files.createDirectories(into.resolve("crds")).resolve(source.getFileName()));
    }

    private static void link(Path from, Path into) throws IOException, InterruptedException {
        Programs.plain().output(DEADLINE, List.of("cp", "-a", "--link", from + "/.", into.toString()));
    }
}
