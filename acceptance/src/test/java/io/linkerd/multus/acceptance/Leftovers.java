// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import io.linkerd.multus.acceptance.mesh.ClusterObjects;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What is left in the API server of a release that was removed. */
final class Leftovers {
    private static final List<String> KINDS = List.of(
            "network-attachment-definitions",
            "rolebindings",
            "roles",
            "secrets",
            "leases",
            "deployments",
            "daemonsets",
            "services",
            "serviceaccounts",
            "poddisruptionbudgets",
            "networkpolicies",
            "clusterroles",
            "clusterrolebindings",
            "securitycontextconstraints",
            "mutatingwebhookconfigurations",
            "validatingwebhookconfigurations");

    private Leftovers() {}

    /** Names what carries our label or lies in our namespace, of every kind that we or our chart write. */
    static List<String> of(Mesh mesh) throws IOException {
        var left = new ArrayList<String>();
        for (var kind : KINDS) {
            for (var object : mesh.objects().list(kind, ClusterObjects.EVERYWHERE)) {
                var metadata = object.path("metadata");
                var name = kind + " " + metadata.path("namespace").asText() + "/"
                        + metadata.path("name").asText();
                var named = name.contains("linkerd-multus") && !name.equals("serviceaccounts linkerd-multus/default");
                var keeper = metadata.path("labels")
                        .path("app.kubernetes.io/managed-by")
                        .asText();
                if (named || keeper.equals("linkerd-multus") || keeper.equals("linkerd-multus-cli")) {
                    left.add(name);
                }
            }
        }
        return left;
    }
}
