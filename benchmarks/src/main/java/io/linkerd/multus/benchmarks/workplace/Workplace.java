// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.workplace;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.trial.ImageRoot;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.GoModule;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.MultusPrograms;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/**
 * Where a bench works.
 *
 * @param project the working copy, with built images
 * @param scratch a directory that is gone afterwards
 */
public record Workplace(Project project, Path scratch, Progress progress) {
    /** {@return an API server with what the services meet in a cluster} */
    public TrainingCluster cluster() throws IOException, InterruptedException {
        return TrainingCluster.start(project, progress);
    }

    /** {@return the image of {@code service}, unpacked} */
    public ImageRoot image(Service service) throws IOException, InterruptedException {
        return ImageRoot.unpack(project.tar(service), directory("image"));
    }

    /** {@return what runs {@code service} in {@code cluster}} */
    public ImageTrial trial(Service service, TrainingCluster cluster) throws IOException, InterruptedException {
        return new ImageTrial(service, image(service), cluster);
    }

    /** {@return a directory that nobody else has} */
    public Path directory(String kind) throws IOException {
        return Files.createDirectory(scratch.resolve(kind + "-" + UUID.randomUUID()));
    }

    /** {@return our own jar, put into {@code directory} for a program of an image to see} */
    public Path jar(Path directory) throws IOException {
        var jar = Path.of("benchmarks", "target", "benchmarks-" + project.version() + ".jar");
        return Files.copy(project.root().resolve(jar), directory.resolve("benchmarks.jar"));
    }

    /** {@return a jar with nothing in it but {@code program}, in {@code directory}} */
    public Path jar(Path directory, Class<?> program) throws IOException {
        var jar = directory.resolve("program.jar");
        var entry = program.getName().replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                var in = Objects.requireNonNull(program.getResourceAsStream("/" + entry), entry)) {
            out.putNextEntry(new ZipEntry(entry));
            in.transferTo(out);
        }
        return jar;
    }

    /** {@return the program that was written in Go to be compared with} */
    public Path peer() throws IOException, InterruptedException {
        var module = GoModule.program(project.root().resolve(Path.of("benchmarks", "go", "peer")), "the Go peer");
        return GoTools.of(Cache.of(System.getenv()), progress)
                .folder(module.asOptimised())
                .resolve("peer");
    }

    /** {@return upstream's daemon and shim of Multus} */
    public MultusPrograms upstreamMultus() throws IOException, InterruptedException {
        return MultusPrograms.toBeMeasured(GoTools.of(Cache.of(System.getenv()), progress), project.root());
    }
}
