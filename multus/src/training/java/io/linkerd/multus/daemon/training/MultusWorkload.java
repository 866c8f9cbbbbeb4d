// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.training;

import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.training.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/** Attaches pods to the cluster's network and to a second one, checks them and takes them off again; the primary network changes meanwhile. */
public final class MultusWorkload implements Workload {
    private static final String NAMESPACE = "attached";
    private static final String NETWORKS = "/etc/cni/net.d";
    private static final String PLUGINS = "/opt/cni/bin";
    private static final String GENERATED = "00-multus.conf";
    private static final String PRIMARY = "10-primary.conflist";
    private static final int PODS = 20;

    @Override
    public Map<String, String> prepare(TrainingGround ground) throws IOException {
        for (var folder : List.of(NETWORKS, PLUGINS, "/run/multus", "/var/lib/cni/multus")) {
            Files.createDirectories(ground.onNode(folder));
        }
        for (var plugin : List.of("primary", "second")) {
            Files.copy(
                    ground.program("stub"),
                    ground.onNode(PLUGINS).resolve(plugin),
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        primary(ground, 1500);
        Files.writeString(configuration(ground), """
                {"cniVersion": "1.0.0", "logLevel": "error", "logToStderr": true, "multusConfigFile": "auto",
                "socketDir": "%1$s", "multusAutoconfigDir": "%2$s", "cniConfigDir": "%2$s", "cniDir": "%3$s", "binDir": "%4$s"}
                """.formatted(
                        ground.onNode("/run/multus"),
                        ground.onNode(NETWORKS),
                        ground.onNode("/var/lib/cni/multus"),
                        ground.onNode(PLUGINS)));
        objects(ground);
        return Map.of(
                "MULTUS_NODE_NAME", TrainingCluster.NODE,
                "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR", ground.serviceAccount().toString(),
                "LINKERD_MULTUS_PROGRAM_TARGET_DIR", ground.onNode(PLUGINS).toString());
    }

    @Override
    public List<String> arguments(TrainingGround ground) {
        return List.of("-config", configuration(ground).toString());
    }

    /** Upstream's daemon does so too, and ours is to end as it does. */
    @Override
    public boolean takesRoot() {
        return true;
    }

    @Override
    public void exercise(TrainingGround ground) throws IOException {
        var generated = ground.onNode(NETWORKS).resolve(GENERATED);
        ground.await("the configuration is there", () -> Files.exists(generated));
        var shim = new Shim(
                ground.onNode("/run/multus").resolve("multus.sock"),
                ground.onNode(NETWORKS).resolve(PRIMARY),
                NAMESPACE);
        for (var i = 0; i < PODS; i++) {
            shim.probe();
            shim.call("ADD", pod(i));
            shim.call("CHECK", pod(i));
        }
        ground.await(
                "the last pod's networks are told",
                () -> ground.admin()
                        .get("/api/v1/namespaces/" + NAMESPACE + "/pods/" + pod(PODS - 1))
                        .body()
                        .contains("k8s.v1.cni.cncf.io/network-status"));
        for (var i = 0; i < PODS; i++) {
            shim.call("DEL", pod(i));
        }
        primary(ground, 1400);
        ground.await(
                "the configuration follows the primary network's",
                () -> Files.exists(generated) && Files.readString(generated).contains("1400"));
        ground.health("/metrics");
        ground.health("/livez");
    }

    @Override
    public void verifyEnd(TrainingGround ground) throws IOException {
        if (!Files.exists(ground.onNode(PLUGINS).resolve("multus-shim"))) {
            throw new IOException("the daemon has ended, and its shim is not on the node");
        }
    }

    private static void objects(TrainingGround ground) throws IOException {
        ground.cluster().namespace(NAMESPACE, "{}");
        var namespaced = "/namespaces/" + NAMESPACE;
        ground.admin()
                .apply("/apis/k8s.cni.cncf.io/v1" + namespaced + "/network-attachment-definitions/second", """
                apiVersion: k8s.cni.cncf.io/v1
                kind: NetworkAttachmentDefinition
                metadata: {name: second}
                spec: {config: '{"cniVersion": "1.0.0", "name": "second", "type": "second"}'}
                """)
                .orThrow();
        for (var i = 0; i < PODS; i++) {
            ground.admin()
                    .apply("/api/v1" + namespaced + "/pods/" + pod(i), """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: %s, annotations: {k8s.v1.cni.cncf.io/networks: second}}
                    spec: {nodeName: %s, containers: [{name: app, image: app}]}
                    """.formatted(pod(i), TrainingCluster.NODE))
                    .orThrow();
        }
    }

    /** Replaced whole, as its owner does; what it says besides is in the configuration that is made of it. */
    private static void primary(TrainingGround ground, int mtu) throws IOException {
        var file = ground.onNode(NETWORKS).resolve(PRIMARY);
        var whole = Files.writeString(file.resolveSibling("." + PRIMARY), """
                {"cniVersion": "1.0.0", "name": "primary", "plugins": [{"type": "primary", "mtu": %d, "capabilities": {"mtu%d": true}}]}
                """.formatted(mtu, mtu));
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path configuration(TrainingGround ground) {
        return ground.directory().resolve("daemon-config.json");
    }

    private static String pod(int number) {
        return "pod-" + number;
    }
}
