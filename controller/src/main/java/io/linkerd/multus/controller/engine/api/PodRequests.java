// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import java.util.Map;

/** Requests about pods for which the client has no word of its own. */
final class PodRequests {
    private PodRequests() {}

    static String path(String namespace, String pod) {
        return "/api/v1/namespaces/" + namespace + "/pods/" + pod;
    }

    static Map<String, ?> eviction(String namespace, String pod, Map<String, String> preconditions) {
        return Map.of(
                "apiVersion",
                "policy/v1",
                "kind",
                "Eviction",
                "metadata",
                Map.of("namespace", namespace, "name", pod),
                "deleteOptions",
                Map.of("preconditions", preconditions));
    }
}
