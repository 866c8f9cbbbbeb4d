// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import io.linkerd.multus.images.cli.Distribution;
import io.linkerd.multus.images.cli.Tarball;
import io.linkerd.multus.images.oci.Content;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The command line as files that people download, each with its checksum, as {@code sha256sum --check} reads it, and its bill of materials;
 * and the manifest by which krew installs it. A publisher puts them where {@code --downloads} says.
 *
 * @param sources the working copy
 * @param options what was asked for
 * @param folder where they are written
 */
record Downloads(WorkingCopy sources, ReleaseOptions options, Path folder) {
    /** No address that a client would reach. */
    private static final String PLACEHOLDER = "https://linkerd-multus.example/downloads/";

    /** Writes those of this machine, and krew's manifest over those of all unless the images alone are asked for. */
    void write(ArchitectureImages own, List<ArchitectureImages> others) throws IOException {
        Files.createDirectories(folder);
        for (var file : Distribution.files(sources.project())) {
            var name = file.getFileName().toString();
            Files.copy(file, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            Files.writeString(folder.resolve(name + ".sha256"), hex(Content.digest(file)) + "  " + name + "\n");
            var hasJava = file.equals(Tarball.file(sources.project()));
            Files.write(
                    folder.resolve(name + ".cdx.json"), Sbom.bytes(Sbom.ofDownload(sources.project(), file, hasJava)));
        }
        if (!options.has(ReleaseOptions.IMAGES_ONLY)) {
            var archives = new TreeMap<>(Map.of(own.architecture(), hex(own.archive())));
            others.forEach(other -> archives.put(other.architecture(), hex(other.archive())));
            archives.values().removeIf(String::isEmpty);
            var address = options.value(ReleaseOptions.DOWNLOADS).orElse(PLACEHOLDER + options.version());
            Files.writeString(folder.resolve("krew.yaml"), krew(options.version(), address, archives));
        }
    }

    private static String hex(String digest) {
        return digest.replaceFirst("^sha256:", "");
    }

    /**
     * {@return a plugin as an index of krew has it (krew.sigs.k8s.io, Writing the manifest)}
     *
     * @param archives SHA-256 of each, by its architecture as Go names it
     */
    static String krew(String version, String address, Map<String, String> archives) {
        var manifest = new StringBuilder("""
                apiVersion: krew.googlecontainertools.github.com/v1alpha2
                kind: Plugin
                metadata:
                  name: linkerd-multus
                spec:
                  version: v%s
                  homepage: %s
                  shortDescription: Says why pods are not meshed where Multus attaches Linkerd
                  description: |
                    Checks a cluster where Multus attaches pods to Linkerd's mesh, walks from a namespace's
                    annotation to the first thing that keeps a pod from being meshed, and says what
                    the webhook decides on a pod and why. It writes nothing.
                  platforms:
                """.formatted(version, address));
        archives.forEach((architecture, digest) ->
                manifest.append("""
                  - selector:
                      matchLabels: {os: linux, arch: %2$s}
                    uri: %3$s/linkerd-multus-%1$s-linux-%2$s.tar.gz
                    sha256: %4$s
                    bin: linkerd-multus-%1$s/bin/kubectl-linkerd_multus
                """.formatted(version, architecture, address.replaceFirst("/$", ""), digest)
                        .indent(2)));
        return manifest.toString();
    }
}
