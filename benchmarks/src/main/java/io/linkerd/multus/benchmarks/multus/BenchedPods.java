// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Pods of the daemons' node, with a network beside the cluster's.
 *
 * @param count how many there are
 */
record BenchedPods(Sandboxes sandboxes, int count) {
    /** It has the network already that the daemon is trained with. */
    private static final String NAMESPACE = "attached";

    /** Makes them as objects of the API server, and lets the daemons do what upstream's manifest lets it do. */
    void create(PlainApiClient api) throws IOException {
        api.apply("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/daemons-of-the-bench", """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: daemons-of-the-bench},
                subjects: [{kind: ServiceAccount, namespace: linkerd-multus, name: linkerd-multus-multus}],
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}}
                """)
                .orThrow();
        for (var number = 0; number < count; number++) {
            api.create("/api/v1/namespaces/" + NAMESPACE + "/pods", """
                    {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","annotations":{"k8s.v1.cni.cncf.io/networks":"second"}},
                    "spec":{"nodeName":"%s","containers":[{"name":"app","image":"app"}]}}
                    """.formatted(name(number), TrainingCluster.NODE))
                    .orThrow();
        }
    }

    /** {@return that command for so many of them} */
    List<PluginCall> calls(String command, int of) {
        return IntStream.range(0, of).mapToObj(number -> call(command, number)).toList();
    }

    /** {@return ADD and DEL in turn for so many of them, one after the other; where there are fewer, some come again} */
    List<PluginCall> roundTrips(int of) {
        return IntStream.range(0, of)
                .boxed()
                .flatMap(number -> Stream.of(call("ADD", number), call("DEL", number)))
                .toList();
    }

    private PluginCall call(String command, int number) {
        var pod = name(number % count);
        return new PluginCall(
                command,
                pod + "-sandbox",
                sandboxes.path(number % count),
                "IgnoreUnknown=1;K8S_POD_NAMESPACE=" + NAMESPACE + ";K8S_POD_NAME=" + pod
                        + ";K8S_POD_INFRA_CONTAINER_ID=" + pod + "-sandbox");
    }

    private static String name(int number) {
        return "benched-%05d".formatted(number);
    }
}
