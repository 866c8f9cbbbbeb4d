// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import io.linkerd.multus.images.oci.Loopback;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Charts as packages, signed where a key is given.
 *
 * @param helm Helm 4
 * @param folder where the packages are written
 * @param time that the packages have
 */
record ChartPackages(Path helm, Path folder, Instant time) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** With three charts inside, this many fail once in a hundred million releases. */
    private static final int ENOUGH = 100;

    private static final Pattern DIGEST = Pattern.compile("(?m)^Digest: (sha256:[0-9a-f]{64})$");

    /** {@return the package of the chart in {@code sources}; beside a signed one is its provenance} */
    Path make(Path sources, ReleaseOptions options) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        var command = new ArrayList<>(
                List.of(helm.toString(), "package", sources.toString(), "--destination", folder.toString()));
        options.value(ReleaseOptions.SIGN).ifPresent(name -> command.addAll(List.of("--sign", "--key", name)));
        options.value(ReleaseOptions.KEYRING).ifPresent(file -> command.addAll(List.of("--keyring", file)));
        options.value(ReleaseOptions.PASSPHRASE).ifPresent(file -> command.addAll(List.of("--passphrase-file", file)));
        var made = folder.resolve(sources.getFileName() + "-" + options.version() + ".tgz");
        // Helm would push one of an earlier package with this.
        Files.deleteIfExists(folder.resolve(made.getFileName() + ".prov"));
        for (int tries = 0; tries == 0 || !isInOrder(made); tries++) {
            if (tries == ENOUGH) {
                throw new IOException("helm package has put the parts of " + made + " into another order each time");
            }
            Programs.plain().output(PATIENCE, command);
        }
        // Helm says in the registry when the file was written.
        Files.setLastModifiedTime(made, FileTime.from(time));
        return made;
    }

    /** Helm goes through a Go map where it packs the charts inside a chart, so that one of six packages is like another. */
    private static boolean isInOrder(Path made) throws IOException, InterruptedException {
        var parts = Programs.plain()
                .output(PATIENCE, List.of("tar", "-tzf", made.toString()))
                .lines()
                .filter(name -> name.matches("[^/]+/charts/[^/]+/Chart.yaml"))
                .toList();
        return parts.equals(parts.stream().sorted().toList());
    }

    /** Pushes a package, and its provenance where it has one. */
    Pushed push(Path made, ReleaseOptions options) throws IOException, InterruptedException {
        var charts = options.registry() + "/charts";
        var command = new ArrayList<>(List.of(helm.toString(), "push", made.toString(), "oci://" + charts));
        if (Loopback.isHost(options.host())) {
            command.add("--plain-http");
        }
        var outcome = Programs.plain().run(PATIENCE, "", command);
        var said = outcome.output() + outcome.errors();
        var digest = DIGEST.matcher(said);
        if (!outcome.succeeded() || !digest.find()) {
            throw new IOException("helm push of " + made.getFileName() + " to " + charts + " failed: " + said.strip());
        }
        var name = made.getFileName().toString().replace("-" + options.version() + ".tgz", "");
        return new Pushed(charts + "/" + name, options.version(), digest.group(1));
    }
}
