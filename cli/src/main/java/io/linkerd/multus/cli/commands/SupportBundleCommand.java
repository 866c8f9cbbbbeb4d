// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.bundle.Bundling;
import io.linkerd.multus.cli.checks.Checks;
import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.NoCluster;
import io.linkerd.multus.cli.cluster.Raw;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.output.Look;
import io.linkerd.multus.cli.output.Progress;
import io.linkerd.multus.cli.output.Terminal;
import io.linkerd.multus.cli.product.Product;
import io.linkerd.multus.cli.rendering.Form;
import io.linkerd.multus.contracts.names.ObjectNames;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes what a maintainer needs into one file. */
@Command(
        mixinStandardHelpOptions = true,
        name = "support-bundle",
        description = {
            "Packs what a maintainer needs of this cluster.",
            "A tar.gz has objects of ours, Events, logs, metrics, health, and what check says. No Secret is asked for, and what looks like a"
                    + " secret is taken out; look at it before you send it. What could not be had is in the file missing.txt."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it was written", "2:the file cannot be written", "3:the cluster cannot be asked"})
final class SupportBundleCommand implements Callable<Integer> {
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final Terminal terminal;
    private final Map<String, String> environment;

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "the file to write (default: linkerd-multus-support-TIME.tar.gz)")
    private Optional<Path> output = Optional.empty();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "namespace of the release (default: where it is found, or linkerd-multus)")
    private Optional<String> namespace = Optional.empty();

    @Option(names = "--force", description = "write over a file that is there")
    private boolean force;

    SupportBundleCommand(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        var now = Instant.now();
        var file = output.orElseGet(() -> Path.of("linkerd-multus-support-" + named(now) + ".tar.gz"));
        namespace.ifPresent(name -> Words.checked(name, ObjectNames.isLabel(name), "namespace"));
        requireFree(file);
        try {
            var missing = written(file.toAbsolutePath(), now);
            terminal.out().println(file);
            if (!missing.isEmpty()) {
                terminal.complain("some could not be had, as its missing.txt says: " + missing.getFirst()
                        + (missing.size() == 1 ? "" : ", and " + (missing.size() - 1) + " more"));
            }
            return Exit.FINE;
        } catch (FileAlreadyExistsException _) {
            throw taken(file);
        } catch (IOException e) {
            throw new UnusableInput("the file " + file + " cannot be written: " + e.getMessage());
        }
    }

    /** What is there is replaced and not written into, so it has to be a file. */
    private void requireFree(Path file) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!force) {
            throw taken(file);
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new UnusableInput("the file " + file
                    + " is a folder, a link or a device, which would be replaced: name another one by --output");
        }
    }

    private static UnusableInput taken(Path file) {
        return new UnusableInput(
                "the file " + file + " is there already: name another one by --output, or say --force");
    }

    private static String named(Instant time) {
        return DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
                .withZone(ZoneOffset.UTC)
                .format(time);
    }

    /** By another name first, in the same folder: there is never half a bundle. */
    private List<String> written(Path file, Instant now) throws IOException {
        var folder = file.resolveSibling(".");
        var unfinished = Files.createTempFile(folder, ".linkerd-multus-support-", ".unfinished");
        try {
            List<String> missing;
            try (var stream = Files.newOutputStream(unfinished)) {
                missing = asked(now, stream);
            }
            if (force) {
                Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.move(unfinished, file);
            }
            return missing;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private List<String> asked(Instant now, OutputStream stream) throws IOException {
        try (var progress = Progress.begin(terminal, environment);
                var cluster = Cluster.open(options.access(), progress::step)) {
            // Where that has no answer, there is nothing to pack.
            var server = cluster.version().seen().orElse("unknown");
            var told = new TreeMap<String, String>();
            told.put(
                    "about.txt",
                    "linkerd-multus " + Product.built().version() + "\nwritten " + now + "\nAPI server " + server
                            + "\n");
            var found = checked(cluster, progress::step, told);
            var where = namespace.or(() -> found).orElse(Releases.USUAL_NAMESPACE);
            return new Bundling(new Raw(cluster), where, LONGEST, progress::step).write(stream, told, now);
        }
    }

    /** {@return the release's namespace} An API server that answers no more of a check may yet give logs and objects. */
    private Optional<String> checked(Cluster cluster, Consumer<String> step, Map<String, String> told) {
        var product = Product.built();
        try {
            var picture = new Gathering(cluster, options.linkerd(), Optional.empty(), product.version(), false, step)
                    .picture();
            var report = Checks.all(picture);
            told.put("check.txt", Form.TABLE.of(report, Look.PLAIN, product));
            told.put("check.json", Form.JSON.of(report, Look.PLAIN, product));
            return picture.release().seen().flatMap(ReleaseView::namespace);
        } catch (NoCluster lost) {
            terminal.complain("check broke off: " + lost.words());
            told.put("check.txt", "check broke off: " + lost.words() + "\n");
            return Optional.empty();
        }
    }
}
