// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.util.Map;

/**
 * A Deployment or a DaemonSet of the release, or of Linkerd.
 *
 * @param part its label {@code app.kubernetes.io/name}, as in {@code webhook}
 * @param release its label {@code app.kubernetes.io/instance}: the release, as Helm names it; empty where it has none
 * @param version its label {@code app.kubernetes.io/version}; empty where it has none
 * @param desired how many pods it is to have
 * @param ready how many of them are
 * @param environment of its containers, what is said by value
 * @param nodeSelector labels of the nodes that its pods are for
 * @param demand what one more pod of it asks for
 */
public record WorkloadView(
        String kind,
        String namespace,
        String name,
        String part,
        String release,
        String version,
        int desired,
        int ready,
        Map<String, String> environment,
        Map<String, String> nodeSelector,
        PodDemand demand) {
    /** Copies. */
    public WorkloadView {
        environment = Map.copyOf(environment);
        nodeSelector = Map.copyOf(nodeSelector);
    }
}
