// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.localcluster.LocalCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What is in the nodes' folders of CNI programs, configurations and credentials; caches of pods that come and go are no concern of ours.
 *
 * @param byNode a line for each file and folder: path, type, mode, owner, and the digest of what is in it
 */
record CniFolders(TreeMap<String, String> byNode) {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Pattern FOLDER = Pattern.compile("^/\\S+ d ");
    private static final String LOOK =
            "for folder in /etc/cni /etc/kubernetes/cni /opt/cni /var/lib/cni/bin /run/multus/cni; do"
                    + " [ ! -e $folder ] || find $folder -printf '%p %y %m %U:%G %l\\n' -type f -exec sha256sum {} +; done | sort";

    /** {@return the files alone: the kubelet makes folders for what pods mount, and leaves them} */
    TreeMap<String, String> files() {
        return lines(line -> !FOLDER.matcher(line).find());
    }

    /** {@return the same without a program} */
    CniFolders without(String program) {
        return new CniFolders(lines(line -> !line.contains("/" + program)));
    }

    private TreeMap<String, String> lines(Predicate<String> wanted) {
        var chosen = new TreeMap<String, String>();
        byNode.forEach(
                (node, lines) -> chosen.put(node, lines.lines().filter(wanted).collect(Collectors.joining("\n"))));
        return chosen;
    }

    static CniFolders of(LocalCluster cluster) throws IOException, InterruptedException {
        var byNode = new TreeMap<String, String>();
        for (var node : cluster.nodes()) {
            byNode.put(node.name(), node.run(DEADLINE, List.of("sh", "-c", LOOK)));
        }
        return new CniFolders(byNode);
    }
}
