// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

/**
 * What Multus calls for every pod, as its own CNI configuration says it (Multus' {@code docs/configuration.md}; of {@code clusterNetwork} and
 * {@code delegates} the first counts).
 */
public sealed interface MultusDefault {

    /**
     * {@code clusterNetwork}.
     *
     * @param value the path of a configuration as Multus' container sees it, or without a slash the name of an attachment
     */
    record ClusterNetwork(String value) implements MultusDefault {}

    /**
     * The first of {@code delegates}, a copy of a configuration.
     *
     * @param hasLinkerd whether Linkerd's plugin is in the copy
     */
    record Delegate(boolean hasLinkerd) implements MultusDefault {}

    /** Nothing: Multus' daemon adds what it is configured with, or found by itself when it started. */
    record Unsaid() implements MultusDefault {}
}
