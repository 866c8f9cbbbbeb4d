// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.training;

import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.training.Workload;
import java.io.IOException;
import java.util.Map;

/** Lets namespaces opt in and out, Linkerd's configuration change, and meshed pods fall behind it. */
public final class ControllerWorkload implements Workload {
    private static final String ATTACHMENTS =
            "/apis/k8s.cni.cncf.io/v1/namespaces/%s/network-attachment-definitions/linkerd-cni";
    private static final String OPTED_IN = "{linkerd.io/multus: enabled}";
    private static final int NAMESPACES = 10;

    @Override
    public Map<String, String> prepare(TrainingGround ground) throws IOException {
        for (var i = 0; i < NAMESPACES; i += 2) {
            ground.cluster().namespace(namespace(i), OPTED_IN);
        }
        // Read by the client library in place of /var/run/secrets, which belongs to pods; ~/.kube/config belongs to
        // people, and would win.
        return Map.of(
                "KUBERNETES_AUTH_TRYKUBECONFIG",
                "false",
                "KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN",
                ground.serviceAccount().resolve("token").toString(),
                "KUBERNETES_CERTS_CA_FILE",
                ground.serviceAccount().resolve("ca.crt").toString(),
                "KUBERNETES_NAMESPACE",
                ground.setting("LINKERD_MULTUS_NAMESPACE"));
    }

    @Override
    public void exercise(TrainingGround ground) throws IOException {
        var api = ground.admin();
        FollowedMesh.define(ground);
        for (var i = 1; i < NAMESPACES; i += 2) {
            ground.cluster().namespace(namespace(i), OPTED_IN);
        }
        for (var i = 0; i < NAMESPACES; i++) {
            awaitAttachment(ground, namespace(i), "\\\"proxy-uid\\\": 2102");
        }
        awaitAttachment(ground, "linkerd", "linkerd-cni");
        var configuration = "{\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"linkerd\":{\"proxy-uid\": 2103}}";
        api.merge(TrainingCluster.CNI_CONFIG_MAP, "{\"data\":{\"cni_network_config\":" + quoted(configuration) + "}}")
                .orThrow();
        awaitAttachment(ground, namespace(0), "\\\"proxy-uid\\\": 2103");
        ground.cluster().namespace(namespace(0), "{}");
        ground.await(
                "the attachment of a namespace that opted out is gone",
                () -> api.get(ATTACHMENTS.formatted(namespace(0))).status() == 404);
        api.merge(TrainingCluster.CNI_CONFIG_MAP, "{\"data\":{\"cni_network_config\":\"{ broken\"}}")
                .orThrow();
        FollowedMesh.change(ground);
        ground.health("/metrics");
        ground.health("/livez");
    }

    @Override
    public void verifyEnd(TrainingGround ground) {
        // What it made stays, by design: other replicas go on with it.
    }

    private static void awaitAttachment(TrainingGround ground, String namespace, String words) throws IOException {
        ground.await(
                "the attachment of " + namespace + " says " + words,
                () -> ground.admin()
                        .get(ATTACHMENTS.formatted(namespace))
                        .body()
                        .contains(words));
    }

    private static String namespace(int number) {
        return "meshed-" + number;
    }

    private static String quoted(String json) {
        return "\"" + json.replace("\"", "\\\"") + "\"";
    }
}
