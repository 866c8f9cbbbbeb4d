// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.build.Workloads;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.images.training.TrainingGround;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Starts upstream's daemon with the configuration that ours is given, on a node of its own. */
final class UpstreamDaemon {
    /** It looks for the files of its service account in one place alone. Mounts are the process's own. */
    private static final String AS_IN_A_POD = """
            run=$(readlink -f /var/run) account=$1; shift
            mount -t tmpfs none "$run"
            mkdir -p "$run/secrets/kubernetes.io"
            ln -s "$account" "$run/secrets/kubernetes.io/serviceaccount"
            exec "$@"
            """;

    private UpstreamDaemon() {}

    static TetheredProcess start(Path program, TrainingCluster cluster, Path folder) throws IOException {
        var ground = TrainingGround.prepare(cluster, Service.MULTUS, folder);
        var workload = Workloads.of(Service.MULTUS);
        workload.prepare(ground);
        var environment = new HashMap<String, String>();
        environment.put("KUBERNETES_SERVICE_HOST", ground.apiServer().getHost());
        environment.put(
                "KUBERNETES_SERVICE_PORT", String.valueOf(ground.apiServer().getPort()));
        environment.put("MULTUS_NODE_NAME", TrainingCluster.NODE);
        environment.put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        var account = ground.serviceAccount().toString();
        var command = new ArrayList<>(List.of("unshare", "--mount", "sh", "-euc", AS_IN_A_POD, "pod", account));
        command.add(program.toString());
        command.addAll(workload.arguments(ground));
        return TetheredProcess.start("upstream's daemon", folder.resolve("output"), environment, command);
    }
}
