// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.olm;

import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.programs.LocalImage;
import io.linkerd.multus.localcluster.programs.Staging;
import io.linkerd.multus.localcluster.supervisor.RunningNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts images on the nodes under names of their content. OLM has its pods pull others each time, from registries that there are none of
 * here.
 *
 * @param cluster whose nodes they are
 * @param cache where what is needed once may lie
 */
public record PinnedImages(LocalCluster cluster, Path cache) {
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Duration SOON = Duration.ofMinutes(1);

    /** {@return the name under which every node has it, as {@code registry/name@sha256:digest}} */
    public String load(LocalImage image) throws IOException, InterruptedException {
        try (var staging =
                Staging.of(cache.resolve("pinned-" + ProcessHandle.current().pid()))) {
            var tar = staging.folder().resolve("image.tar");
            image.write(tar);
            cluster.load(List.of(tar));
        }
        var name = image.reference().replaceFirst(":[^:/]*$", "") + "@" + digest(image);
        alias(image.reference(), name);
        return name;
    }

    /** Gives an image that every node has another name, too. */
    public void alias(String image, String name) throws IOException, InterruptedException {
        for (var node : cluster.nodes()) {
            images(node, "tag", "--force", image, name);
        }
    }

    private String digest(LocalImage image) throws IOException, InterruptedException {
        var table = images(cluster.nodes().getFirst(), "ls", "name==" + image.reference());
        return table.lines()
                .filter(line -> line.startsWith(image.reference() + " "))
                .map(DIGEST::matcher)
                .filter(Matcher::find)
                .map(Matcher::group)
                .findFirst()
                .orElseThrow(() -> new IOException("the node has no image " + image.reference() + ": " + table));
    }

    private static String images(RunningNode node, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("ctr", "--namespace", "k8s.io", "images"));
        command.addAll(List.of(arguments));
        return node.run(SOON, command);
    }
}
