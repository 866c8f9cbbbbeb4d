// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.addons.Addons;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.plan.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A real API server with pods of one node, and networks. */
final class WireCluster implements AutoCloseable {
    static final String NODE = "node-1";
    static final String NAMESPACE = "shop";

    private static final String PODS = "/api/v1/namespaces/" + NAMESPACE + "/pods";
    private static final String NETWORKS =
            "/apis/k8s.cni.cncf.io/v1/namespaces/" + NAMESPACE + "/network-attachment-definitions";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final LoneApiServer server;

    WireCluster(Path programs) throws IOException, InterruptedException {
        server = new LoneApiServer(programs);
        try {
            new Addons(server.kubectl(), Profile.PLAIN, programs.resolve("crds")).define();
            furnish();
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void furnish() throws IOException {
        var admin = server.admin();
        admin.create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + NAMESPACE + "\"}}")
                .orThrow();
        for (var account : new String[] {"default", "multus"}) {
            admin.create(
                            "/api/v1/namespaces/" + NAMESPACE + "/serviceaccounts",
                            "{\"metadata\":{\"name\":\"" + account + "\"}}")
                    .orThrow();
        }
        admin.create("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", """
                {"metadata":{"name":"multus"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"cluster-admin"},
                "subjects":[{"kind":"ServiceAccount","name":"multus","namespace":"shop"}]}""")
                .orThrow();
        for (var type : new String[] {"red", "blue", "failing"}) {
            var config = "{\\\"cniVersion\\\":\\\"1.0.0\\\",\\\"type\\\":\\\"" + type + "\\\"}";
            admin.create(NETWORKS, """
                    {"apiVersion":"k8s.cni.cncf.io/v1","kind":"NetworkAttachmentDefinition","metadata":{"name":"%s"},
                    "spec":{"config":"%s"}}""".formatted(type, config)).orThrow();
        }
    }

    /** Puts the files there that a pod has of its service account. */
    void account(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("ca.crt"), server.authority().identity().certificatePem());
        Files.writeString(folder.resolve("namespace"), NAMESPACE);
        Files.writeString(folder.resolve("token"), server.admin().token(NAMESPACE, "multus"));
    }

    /** {@return what the kubelet tells every container} */
    Map<String, String> environment() {
        return Map.of(
                "KUBERNETES_SERVICE_HOST",
                server.uri().getHost(),
                "KUBERNETES_SERVICE_PORT",
                String.valueOf(server.uri().getPort()),
                "MULTUS_NODE_NAME",
                NODE);
    }

    /**
     * Makes a pod on the node.
     *
     * @param annotations members of a JSON object
     * @return its uid
     */
    String create(String name, String annotations) throws IOException {
        var pod = server.admin()
                .create(PODS, """
                {"metadata":{"name":"%s","annotations":{%s}},
                "spec":{"nodeName":"%s","containers":[{"name":"main","image":"none"}]}}""".formatted(name, annotations, NODE))
                .orThrow();
        return JSON.readTree(pod).at("/metadata/uid").asText();
    }

    /** {@return what Multus has written of the pod's networks} */
    String status(String name) throws IOException {
        return JSON.readTree(server.admin().get(PODS + "/" + name).orThrow())
                .at("/metadata/annotations")
                .path("k8s.v1.cni.cncf.io/network-status")
                .asText();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
