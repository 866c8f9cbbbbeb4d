// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Installers that clean their nodes. */
final class Departing {
    /** So many are named. */
    static final int NAMED = 5;

    private Departing() {}

    /** {@return which ones are waited for, and what helps where one never ends; empty where none is} */
    static Optional<String> inWords(List<Pod> pods) {
        if (pods.isEmpty()) {
            return Optional.empty();
        }
        var named = pods.stream()
                .map(pod -> pod.getMetadata().getName() + " on node "
                        + Objects.requireNonNullElse(pod.getSpec().getNodeName(), "none yet"))
                .sorted()
                .limit(NAMED)
                .collect(Collectors.joining(", "));
        var others = pods.size() > NAMED ? " and more" : "";
        return Optional.of(
                "installers that clean their nodes (%s%s; where a node does not come back, delete its pod with --force)"
                        .formatted(named, others));
    }
}
