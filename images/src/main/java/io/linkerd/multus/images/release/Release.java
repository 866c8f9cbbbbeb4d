// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.oci.Descriptor;
import io.linkerd.multus.images.oci.OciImage;
import io.linkerd.multus.images.oci.Repository;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.ConsoleProgress;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.LocalImage;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Pushes a release of what the build has made; called by the script {@code release}. */
public final class Release {
    private static final int FAILED = 1;
    private static final int WRONG = 2;
    private static final String PUSHED = "pushed.txt";
    private static final String CATALOG = "catalog";
    private static final List<String> CHARTS = List.of("linkerd-multus-crds", "linkerd-multus");

    private final WorkingCopy sources;
    private final ReleaseOptions options;
    private final Path output;
    private final Progress progress;
    private final List<Pushed> pushed = new ArrayList<>();

    private Release(WorkingCopy sources, ReleaseOptions options, Path output, Progress progress) {
        this.sources = sources;
        this.options = options;
        this.output = output;
        this.progress = progress;
    }

    /**
     * Pushes it.
     *
     * @param arguments the folder of the parent pom.xml, its version, and what the script was called with
     */
    public static void main(String... arguments) throws InterruptedException {
        var given = List.of(arguments);
        try {
            var project = new Project(Path.of(given.get(0)).toRealPath(), given.get(1));
            var asked = given.subList(2, given.size());
            var unfit = CommandLineImages.problems(project, asked);
            System.exit(unfit.isEmpty() ? run(project, asked, new ConsoleProgress(System.out)) : refuse(unfit));
        } catch (IOException e) {
            System.err.println("release: " + e.getMessage());
            System.exit(FAILED);
        }
    }

    /** Pushes what {@code arguments} ask for, whatever registry the command line was built for, and {@return the exit code}. */
    static int run(Project project, List<String> arguments, Progress progress)
            throws IOException, InterruptedException {
        return switch (ReleaseOptions.parse(arguments)) {
            case ReleaseOptions.Wrong(var problems) -> refuse(problems);
            case ReleaseOptions.Asked(var options) -> run(WorkingCopy.of(project), options, progress);
        };
    }

    private static int refuse(List<String> problems) {
        problems.forEach(problem -> System.err.println("release: " + problem));
        return WRONG;
    }

    private static int run(WorkingCopy sources, ReleaseOptions options, Progress progress)
            throws IOException, InterruptedException {
        var problems = sources.problems(options);
        if (!problems.isEmpty()) {
            return refuse(problems);
        }
        warn(new NightlyNotes(sources.project().root()).missing());
        var output = options.value(ReleaseOptions.OUTPUT)
                .map(Path::of)
                .orElseGet(() -> sources.project().root().resolve("target/release/" + options.version()));
        var release = new Release(sources, options, Files.createDirectories(output), progress);
        try (var work = ScratchDirectory.create(output, "work")) {
            release.push(work.path());
        }
        return 0;
    }

    private static void warn(Set<NightlyPart> missing) {
        for (var part : missing) {
            System.err.println("release: warning: no note says that the nightly tests' part " + part.tag()
                    + " passed on this commit: ./mvnw verify -Pnightly -Dpart=" + part.tag());
        }
        if (!missing.isEmpty()) {
            System.err.println("release: a clone has no notes of its own; where another machine ran them: "
                    + "git fetch origin refs/notes/nightly:refs/notes/nightly");
        }
    }

    private void push(Path work) throws IOException, InterruptedException {
        var others = ArchitectureImages.fitting(
                new ArchitectureImages(
                        LocalImage.architecture(),
                        options.version(),
                        sources.commit(),
                        options.registry(),
                        Map.of(),
                        ""),
                options.with());
        requireNew();
        Files.deleteIfExists(output.resolve(PUSHED)); // what it says of another attempt is not so any more
        var images = new ImageRelease(sources, options, output, progress);
        var own = images.push(work);
        new Downloads(sources, options, output.resolve("cli")).write(own, others);
        if (!options.has(ReleaseOptions.IMAGES_ONLY)) {
            var all = Stream.concat(Stream.of(own), others.stream()).toList();
            var indexes = images.index(all);
            pushed.addAll(images.pushed());
            pushRest(
                    work,
                    indexes,
                    all.stream().map(ArchitectureImages::architecture).toList());
        } else {
            pushed.addAll(images.pushed());
        }
        report(own);
    }

    /** The catalog comes last, so that where it is, all is; half a release may be pushed again. */
    private void requireNew() throws IOException {
        var catalog = Repository.open(options.repository(CATALOG));
        if (!options.has(ReleaseOptions.AGAIN) && catalog.has(options.version())) {
            throw new IOException(catalog.name() + ":" + options.version() + " is there, so that version is released"
                    + " already, and clusters may run it; raise the version, or say " + ReleaseOptions.AGAIN
                    + " to put other images in its place");
        }
    }

    private void pushRest(Path work, Map<Service, Descriptor> images, List<String> architectures)
            throws IOException, InterruptedException {
        var staged = ReleaseSources.copy(sources.project().root(), work.resolve("sources"));
        staged.fillIn(options.registry(), images);
        staged.fillIn(architectures);
        var plugin = options.value(ReleaseOptions.CNI_PLUGIN);
        if (plugin.isPresent()) {
            staged.fillInPlugin(plugin.get());
        } else {
            progress.say("the image of Linkerd's CNI plugin stays named by its tag: " + ReleaseOptions.CNI_PLUGIN
                    + " names it by a digest, as disconnected clusters want it");
        }
        staged.setTimes(sources.time());
        pushCharts(staged);
        pushOperator(new OlmImages(staged, output.resolve("olm"), work));
    }

    private void pushCharts(ReleaseSources staged) throws IOException, InterruptedException {
        var helm = GoTools.of(Cache.of(System.getenv()), progress)
                .helm(sources.project().root());
        var packages = new ChartPackages(helm, output.resolve("charts"), sources.time());
        for (var chart : CHARTS) {
            pushed.add(progress.step(
                    "push the chart " + chart,
                    () -> packages.push(packages.make(staged.chart(chart), options), options)));
        }
    }

    private void pushOperator(OlmImages images) throws IOException, InterruptedException {
        for (var part : List.of("bundle", "catalog", "bundle.Dockerfile")) { // of an attempt before
            if (Files.exists(images.folder().resolve(part))) {
                ScratchDirectory.delete(images.folder().resolve(part));
            }
        }
        Files.createDirectories(images.folder());
        var bundle = progress.step("push the operator's bundle", () -> push("bundle", images.bundle()));
        var operators = OlmPrograms.operators(sources.project().root(), progress);
        progress.step("push the operator's catalog", () -> push(CATALOG, images.catalog(operators, bundle.byDigest())));
    }

    private Pushed push(String name, OciImage image) throws IOException {
        var repository = Repository.open(options.repository(name));
        var manifest = repository.push(image);
        repository.tag(image.manifest(), options.version());
        var done = Pushed.of(repository, options.version(), manifest);
        pushed.add(done);
        return done;
    }

    private void report(ArchitectureImages own) throws IOException {
        var lines = pushed.stream().map(Pushed::toString).toList();
        Files.write(output.resolve(PUSHED), lines);
        lines.forEach(progress::say);
        if (options.has(ReleaseOptions.IMAGES_ONLY)) {
            progress.say("the rest is pushed by who calls this with --with " + own.file(output));
        } else if (options.with().isEmpty()) {
            progress.say("there are images for " + own.architecture()
                    + " alone: for others, call this on such machines with " + ReleaseOptions.IMAGES_ONLY
                    + " first, and here with --with FILE");
        }
    }
}
