// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import java.util.List;

/** The network that every pod has, which comes first; of the two ways to say it {@code clusterNetwork} counts. */
public sealed interface PrimaryNetwork {

    /**
     * {@code clusterNetwork}.
     *
     * @param value the path of a configuration or of a folder of them, or without a slash the name of an attachment or of a network
     */
    record ClusterNetwork(String value) implements PrimaryNetwork {}

    /**
     * {@code delegates}.
     *
     * @param configurations the JSON objects as they are written; the first one is the primary network's
     */
    record Delegates(List<String> configurations) implements PrimaryNetwork {
        public Delegates {
            configurations = List.copyOf(configurations);
        }
    }

    /** Neither is said. */
    record Unsaid() implements PrimaryNetwork {}

    static PrimaryNetwork of(ConfigFields config) {
        var delegates = config.objects("delegates");
        return config.text("clusterNetwork")
                .<PrimaryNetwork>map(ClusterNetwork::new)
                .orElseGet(() -> delegates.isEmpty() ? new Unsaid() : new Delegates(delegates));
    }
}
