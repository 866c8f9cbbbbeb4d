// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

/**
 * How many there are in a cluster.
 *
 * @param namespaces all of them
 * @param optedIn those of them that opted in
 * @param pods meshed ones, in those
 */
public record Population(int namespaces, int optedIn, int pods) {
    /** {@return how many namespaces did not opt in} */
    int others() {
        return Math.max(0, namespaces - optedIn);
    }

    /** {@return how many Deployments have meshed pods: one in each namespace that got some} */
    int workloads() {
        return pods == 0 ? 0 : Math.ceilDiv(pods, Math.ceilDiv(pods, optedIn));
    }
}
