// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.training;

import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.images.training.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Puts the plugin on a node, mends what somebody spoils there, and takes everything away again when the DaemonSet goes. */
public final class InstallerWorkload implements Workload {
    private static final String PLUGIN = "linkerd-cni";

    /** Where nodes of OpenShift have plugins, for which the chart is rendered; the installer finds that out. */
    private static final String PLUGINS = "/var/lib/cni/bin";

    private static final int REPAIRS = 5;

    @Override
    public Map<String, String> prepare(TrainingGround ground) throws IOException {
        for (var folder : ground.hostFolders()) {
            Files.createDirectories(ground.onNode(folder));
        }
        var plugins = Files.createDirectories(ground.directory().resolve("plugins"));
        var plugin = plugins.resolve(PLUGIN);
        Files.writeString(plugin, "#!/bin/false\n");
        if (!plugin.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + plugin + " executable");
        }
        return Map.of(
                "CONTAINER_MOUNT_PREFIX", ground.onNode("").toString(),
                "CONTAINER_CNI_BIN_DIR", plugins.toString(),
                "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR", ground.serviceAccount().toString());
    }

    @Override
    public void exercise(TrainingGround ground) throws IOException {
        var kubeconfig = kubeconfig(ground);
        var plugin = plugin(ground);
        for (var repair = 0; repair < REPAIRS; repair++) {
            Files.writeString(kubeconfig, "spoiled");
            ground.await(
                    "the kubeconfig is mended",
                    () -> Files.exists(kubeconfig)
                            && Files.readString(kubeconfig)
                                    .contains(ground.apiServer().toString()));
            Files.delete(plugin);
            ground.await("the plugin is back", () -> Files.exists(plugin));
            ground.await("it is ready again", () -> ground.health("/readyz").statusCode() == 200);
            ground.health("/metrics");
            ground.health("/livez");
        }
        var daemonSets = "/apis/apps/v1/namespaces/" + ground.setting("LINKERD_MULTUS_NAMESPACE") + "/daemonsets/";
        ground.admin()
                .delete(daemonSets + ground.setting("LINKERD_MULTUS_DAEMON_SET"))
                .orThrow();
    }

    @Override
    public void verifyEnd(TrainingGround ground) throws IOException {
        if (Files.exists(kubeconfig(ground))) {
            throw new IOException("the installer's DaemonSet is gone, and its kubeconfig is still there");
        }
    }

    /** {@return where the installer puts the plugin's kubeconfig} */
    public static Path kubeconfig(TrainingGround ground) {
        return ground.onNode(ground.setting("DEST_CNI_NET_DIR")).resolve(ground.setting("KUBECONFIG_FILE_NAME"));
    }

    /** {@return where the installer puts the plugin} */
    public static Path plugin(TrainingGround ground) {
        return ground.onNode(PLUGINS).resolve(PLUGIN);
    }
}
