// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;

/** What attachments are made of: the configuration in Linkerd's ConfigMap, and another one. */
final class Configuration {
    /** What only the other one has. */
    static final String CHANGED = "\"proxy-uid\": 2103";

    /** The other one. */
    static final String OTHER = "{\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"log_level\":\"info\","
            + "\"kubernetes\":{\"kubeconfig\":\"/etc/cni/linkerd-multus/linkerd-cni.kubeconfig\"},\"linkerd\":"
            + "{\"incoming-proxy-port\":4143,\"outgoing-proxy-port\":4140," + CHANGED + "}}";

    /** What is there in the beginning. */
    static final String FIRST = OTHER.replace("2103", "2102");

    private Configuration() {}

    /** Puts the other one into the ConfigMap. */
    static void change(PlainApiClient api) throws IOException {
        api.merge(
                        TrainingCluster.CNI_CONFIG_MAP,
                        "{\"data\":{\"cni_network_config\":\"" + OTHER.replace("\"", "\\\"") + "\"}}")
                .orThrow();
    }
}
