// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.oci.Descriptor;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The charts and what the operator is made of, where the images of a release stand in place of those of a working copy.
 *
 * @param root laid out as a working copy is
 */
record ReleaseSources(Path root) {
    private static final List<String> PARTS = List.of("charts", "openshift/base");

    /** Copies them from a working copy. */
    static ReleaseSources copy(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            ScratchDirectory.delete(to);
        }
        for (var part : PARTS) {
            try (var files = Files.walk(from.resolve(part))) {
                for (var file : files.filter(Files::isRegularFile).toList()) {
                    var copy = to.resolve(from.relativize(file));
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
        return new ReleaseSources(to);
    }

    Path chart(String name) {
        return root.resolve("charts").resolve(name);
    }

    /** Has the charts take our images from that registry, each by its digest. */
    void fillIn(String registry, Map<Service, Descriptor> images) throws IOException {
        replace("charts/linkerd-multus/values.yaml", "(?m)^(  imageRegistry: )localhost$", registry);
        for (var image : images.entrySet()) {
            var name = image.getKey().module();
            if (Service.lasting().contains(image.getKey())) {
                digest(name, "linkerd-multus/" + name, image.getValue().digest());
            }
        }
    }

    /** Has the chart take Linkerd's CNI plugin by its digest. */
    void fillInPlugin(String digest) throws IOException {
        digest("installer", "cr.l5d.io/linkerd/cni-plugin", digest);
    }

    private void digest(String part, String repository, String digest) throws IOException {
        replace(
                "charts/linkerd-multus/charts/" + part + "/values.yaml",
                "(repository: " + Pattern.quote(repository) + "\\n(?: +(?!repository:).*\\n)*? +digest: )\"\"",
                "\"" + digest + "\"");
    }

    /** Has OLM offer the operator on these architectures. */
    void fillIn(Collection<String> architectures) throws IOException {
        replace(
                "openshift/base/linkerd-multus.clusterserviceversion.yaml",
                "(?m)^()    operatorframework\\.io/arch\\.amd64: supported$",
                architectures.stream()
                        .map(architecture -> "    operatorframework.io/arch." + architecture + ": supported")
                        .collect(Collectors.joining("\n")));
    }

    /** What is replaced is there once, or nothing is right any more. */
    private void replace(String file, String pattern, String replacement) throws IOException {
        var path = root.resolve(file);
        var text = Files.readString(path);
        var matcher = Pattern.compile(pattern).matcher(text);
        if (matcher.results().count() != 1) {
            throw new IOException(file + " has not one place that looks like " + pattern
                    + ": it was changed, and what fills in the images has to be changed with it");
        }
        Files.writeString(path, matcher.replaceFirst(found -> found.group(1) + replacement));
    }

    /** Gives all files one time, since packages tell it. */
    void setTimes(Instant time) throws IOException {
        try (var files = Files.walk(root)) {
            for (var file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(time));
            }
        }
    }
}
