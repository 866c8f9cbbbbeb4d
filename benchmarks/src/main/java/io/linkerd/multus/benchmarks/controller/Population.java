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

    /** {@return how many pods are in the namespace of that number, of those that opted in} */
    int podsOf(int number) {
        return pods / optedIn + (number < pods % optedIn ? 1 : 0);
    }

    /** {@return how many Deployments have meshed pods: one in each namespace that has some} */
    int workloads() {
        return Math.min(pods, optedIn);
    }
}
