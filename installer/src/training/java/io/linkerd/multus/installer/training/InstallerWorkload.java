// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.training;

import io.linkerd.multus.images.training.Fixtures;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.training.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Puts the plugin on a node, mends what somebody spoils there, and takes everything away again when the DaemonSet goes. */
public final class InstallerWorkload implements Workload {
    private static final String NAME = Fixtures.RELEASE + "-installer";
    private static final String DAEMON_SET = "/apis/apps/v1/namespaces/" + Fixtures.NAMESPACE + "/daemonsets/" + NAME;
    private static final String NET_DIRECTORY = "/etc/cni/linkerd-multus";
    private static final String KUBECONFIG = "linkerd-cni.kubeconfig";
    private static final String BIN_DIRECTORY = "/var/lib/cni/bin";
    private static final String PLUGIN = "linkerd-cni";
    private static final String STATE_DIRECTORY = "/var/lib/linkerd-multus";
    private static final int REPAIRS = 5;

    @Override
    public Map<String, String> prepare(TrainingGround ground) throws IOException {
        for (var folder : new String[] {"/etc/cni/net.d", BIN_DIRECTORY, STATE_DIRECTORY}) {
            Files.createDirectories(onNode(ground, folder));
        }
        var plugins = Files.createDirectories(ground.directory().resolve("plugins"));
        var plugin = plugins.resolve(PLUGIN);
        Files.writeString(plugin, "#!/bin/false\n");
        if (!plugin.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + plugin + " executable");
        }
        applyDaemonSet(ground);
        var environment = new HashMap<String, String>();
        environment.put(
                "CONTAINER_MOUNT_PREFIX", ground.directory().resolve("host").toString());
        environment.put("CONTAINER_CNI_BIN_DIR", plugins.toString());
        environment.put("DEST_CNI_NET_DIR", NET_DIRECTORY);
        environment.put("KUBECONFIG_FILE_NAME", KUBECONFIG);
        environment.put("LINKERD_MULTUS_MODE", "nad");
        environment.put("LINKERD_MULTUS_PLATFORM", "openshift");
        environment.put("LINKERD_MULTUS_NODE_NAME", Fixtures.NODE);
        environment.put("LINKERD_MULTUS_DAEMON_SET", NAME);
        environment.put("LINKERD_MULTUS_PLUGIN_SERVICE_ACCOUNT", Fixtures.RELEASE + "-plugin");
        environment.put("LINKERD_MULTUS_STATE_DIR", STATE_DIRECTORY);
        environment.put(
                "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR", ground.serviceAccount().toString());
        return environment;
    }

    @Override
    public void exercise(TrainingGround ground) throws IOException {
        var kubeconfig = onNode(ground, NET_DIRECTORY).resolve(KUBECONFIG);
        var plugin = onNode(ground, BIN_DIRECTORY).resolve(PLUGIN);
        for (var repair = 0; repair < REPAIRS; repair++) {
            Files.writeString(kubeconfig, "spoiled");
            ground.await(
                    "the kubeconfig is mended",
                    () -> Files.exists(kubeconfig)
                            && Files.readString(kubeconfig)
                                    .contains(ground.server().uri().toString()));
            Files.delete(plugin);
            ground.await("the plugin is back", () -> Files.exists(plugin));
            ground.await("it is ready again", () -> ground.health("/readyz").statusCode() == 200);
            ground.health("/metrics");
            ground.health("/livez");
        }
        ground.server().admin().delete(DAEMON_SET).orThrow();
    }

    @Override
    public void verifyEnd(TrainingGround ground) throws IOException {
        if (Files.exists(onNode(ground, NET_DIRECTORY).resolve(KUBECONFIG))) {
            throw new IOException("the installer's DaemonSet is gone, and its kubeconfig is still there");
        }
    }

    private static Path onNode(TrainingGround ground, String path) {
        return ground.directory().resolve("host" + path);
    }

    private static void applyDaemonSet(TrainingGround ground) throws IOException {
        ground.server().admin().apply(DAEMON_SET, """
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: %1$s}
                spec:
                  selector: {matchLabels: {app.kubernetes.io/name: installer}}
                  template:
                    metadata: {labels: {app.kubernetes.io/name: installer}}
                    spec:
                      containers: [{name: installer, image: installer}]
                """.formatted(NAME)).orThrow();
    }
}
