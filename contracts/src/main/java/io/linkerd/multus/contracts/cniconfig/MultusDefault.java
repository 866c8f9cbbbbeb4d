// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import java.util.Optional;

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
     * @param kubeconfig the path that Linkerd's plugin is told in the copy, empty where it is told none; nothing where the plugin is not in it
     */
    record Delegate(Optional<String> kubeconfig) implements MultusDefault {}

    /** Nothing: Multus' daemon adds what it is configured with, or found by itself when it started. */
    record Unsaid() implements MultusDefault {}
}
