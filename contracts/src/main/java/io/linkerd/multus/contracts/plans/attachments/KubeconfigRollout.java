// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How far the installers are with the path of the plugin's kubeconfig that attachments are to name.
 *
 * @param counted whether the DaemonSet controller has counted the nodes of the DaemonSet as it is now
 * @param done nodes whose installer is ready and has written it
 * @param earlier nodes whose installer is ready and was told another path: pods that start there need that one
 * @param awaited nodes without a ready installer: it is being replaced, or cannot start, or the node is away
 */
public record KubeconfigRollout(boolean counted, int done, int earlier, int awaited) {
    /** What is known before the first look. */
    public static final KubeconfigRollout UNKNOWN = new KubeconfigRollout(false, 0, 0, 0);

    /** There is no DaemonSet of the release's, so there is no node to wait for. */
    public static final KubeconfigRollout NO_INSTALLERS = new KubeconfigRollout(true, 0, 0, 0);

    /**
     * {@return how far they are}
     *
     * @param counted whether {@code desired} is of the DaemonSet as it is now
     * @param desired how many nodes are to have an installer
     * @param path that attachments are to name
     */
    public static KubeconfigRollout of(boolean counted, int desired, Collection<InstallerPod> pods, String path) {
        var done = pods.stream()
                .filter(pod -> pod.ready() && pod.kubeconfigPath().equals(path))
                .map(InstallerPod::node)
                .collect(Collectors.toSet());
        var earlier = pods.stream()
                .filter(InstallerPod::ready)
                .map(InstallerPod::node)
                .filter(node -> !done.contains(node))
                .collect(Collectors.toSet());
        return new KubeconfigRollout(
                counted, done.size(), earlier.size(), Math.max(0, desired - done.size() - earlier.size()));
    }

    /**
     * {@return the path that attachments go on naming until the other one is on the nodes; empty where there is nothing to wait for} Where an
     * attachment names the path already it was found on the nodes once, by this leader or the one before. What most attachments name is
     * on every node; one that another writer has changed does not count against them.
     *
     * @param path that attachments are to name
     * @param named how many attachments of ours name which path
     */
    public static Optional<String> earlierPath(String path, Map<String, Long> named) {
        return named.containsKey(path)
                ? Optional.empty()
                : named.entrySet().stream()
                        .max(Map.Entry.<String, Long>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                        .map(Map.Entry::getKey);
    }

    /** {@return whether no ready installer is left that was told another path, and some node has the new one} */
    public boolean onlyAwaits() {
        return counted && earlier == 0 && done > 0;
    }

    /**
     * {@return whether attachments may name the path} A node without a ready installer is not waited for for ever: it may be away, or its
     * installer may never start.
     *
     * @param awaiting for how long {@link #onlyAwaits} has held
     * @param patience with the nodes that are awaited
     */
    public boolean letsAttachmentsFollow(Duration awaiting, Duration patience) {
        return counted && earlier == 0 && (awaited == 0 || (done > 0 && awaiting.compareTo(patience) >= 0));
    }
}
