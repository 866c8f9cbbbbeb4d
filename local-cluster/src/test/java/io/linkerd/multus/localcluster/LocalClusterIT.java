// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.localcluster.junit.WithCluster;
import io.linkerd.multus.localcluster.store.BaseImages;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What pods find in a cluster of the profile openshift. */
@WithCluster
class LocalClusterIT {
    private static final String NAMESPACE = "local-cluster";
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @BeforeAll
    static void startWebServers(LocalCluster cluster) throws IOException, InterruptedException {
        cluster.kubectl().apply(Manifest.namespace(NAMESPACE));
        cluster.kubectl().apply(Manifest.webServers(NAMESPACE));
        cluster.kubectl().run("rollout", "status", "--timeout=60s", "--namespace", NAMESPACE, "daemonset/web");
    }

    @Test
    void runsAPodOnEachNode(LocalCluster cluster) throws IOException, InterruptedException {
        assertThat(ask(cluster, "{.items[*].spec.nodeName}").split(" ", -1))
                .containsExactlyInAnyOrder("node1", "node2");
    }

    @Test
    void carriesPodsTrafficAcrossNodes(LocalCluster cluster) throws IOException, InterruptedException {
        var addresses = ask(cluster, "{.items[*].status.podIP}").split(" ", -1);
        var names = ask(cluster, "{.items[*].metadata.name}").split(" ", -1);
        for (var from : names) {
            for (var to = 0; to < addresses.length; to++) {
                assertThat(get(cluster, from, addresses[to], 8080)).endsWith("hello from " + names[to] + "\n");
            }
        }
    }

    @Test
    void resolvesAndReachesServices(LocalCluster cluster) throws IOException, InterruptedException {
        var pod = ask(cluster, "{.items[0].metadata.name}");
        await().atMost(DEADLINE)
                .ignoreExceptions()
                .until(() -> get(cluster, pod, "web." + NAMESPACE + ".svc.cluster.local", 80)
                        .contains("hello from web-"));
    }

    @Test
    void showsLogsAndTheNetworkOfAPodWithoutTools(LocalCluster cluster) throws IOException, InterruptedException {
        var pod = ask(cluster, "{.items[0].metadata.name}");
        var address = ask(cluster, "{.items[0].status.podIP}");
        assertThat(cluster.kubectl().run("logs", "--namespace", NAMESPACE, pod)).contains("serving");
        assertThat(cluster.podNetwork(NAMESPACE, pod).run(DEADLINE, List.of("ip", "-brief", "address")))
                .contains(address + "/24");
    }

    @Test
    void givesEachNamespaceItsOwnBlock(LocalCluster cluster) throws IOException, InterruptedException {
        cluster.kubectl().apply(Manifest.namespace("own-block"));
        var annotations = await().atMost(DEADLINE)
                .until(
                        () -> cluster.kubectl()
                                .run("get", "namespace", "own-block", "--output", "jsonpath={.metadata.annotations}"),
                        found -> found.contains("uid-range"));
        assertThat(annotations)
                .containsPattern("\"openshift.io/sa.scc.uid-range\":\"1000\\d{6}/10000\"")
                .containsPattern("\"openshift.io/sa.scc.supplemental-groups\":\"1000\\d{6}/10000\"")
                .containsPattern("\"openshift.io/sa.scc.mcs\":\"s0:c\\d+,c\\d+\"");
        var ranges = cluster.kubectl()
                .run(
                        "get",
                        "namespace",
                        "--output",
                        "jsonpath={range .items[*]}{.metadata.annotations.openshift\\.io/sa\\.scc\\.uid-range}{\"\\n\"}{end}")
                .lines()
                .filter(range -> !range.isEmpty())
                .toList();
        assertThat(ranges).doesNotHaveDuplicates();
    }

    @Test
    void leavesARangeAloneThatSomebodySet(LocalCluster cluster) throws IOException, InterruptedException {
        cluster.kubectl().apply(Manifest.namespace("own-range", "openshift.io/sa.scc.uid-range", "2000/500"));
        cluster.kubectl().apply(Manifest.namespace("after-own-range"));
        // The allocator takes them in order: when the second has its block, the first has been looked at.
        await().atMost(DEADLINE).until(() -> range(cluster, "after-own-range").startsWith("1000"));
        assertThat(range(cluster, "own-range")).isEqualTo("2000/500");
    }

    @Test
    void runsPodsWithTheFirstUidOfTheirRange(LocalCluster cluster) throws IOException, InterruptedException {
        var first = range(cluster, NAMESPACE).replaceAll("/.*", "");
        assertThat(ask(cluster, "{.items[0].spec.containers[0].securityContext.runAsUser}"))
                .isEqualTo(first);
        assertThat(ask(cluster, "{.items[0].metadata.annotations.openshift\\.io/scc}"))
                .isEqualTo("restricted-v2");
    }

    /** By way of a controller, as people's pods are made: an administrator's own may use any SCC. */
    @Test
    void refusesAUidOutsideTheRange(LocalCluster cluster) throws IOException, InterruptedException {
        cluster.kubectl().apply(Manifest.replicaSetWithUid(NAMESPACE, 2102));
        var refusal = await().atMost(DEADLINE)
                .until(
                        () -> cluster.kubectl()
                                .run(
                                        "get",
                                        "replicaset",
                                        "--namespace",
                                        NAMESPACE,
                                        "uid-2102",
                                        "--output",
                                        "jsonpath={.status.conditions[?(@.type==\"ReplicaFailure\")].message}"),
                        message -> !message.isEmpty());
        assertThat(refusal)
                .contains("unable to validate against any security context constraint")
                .contains("provider restricted-v2: .containers[0].runAsUser: Invalid value: 2102");
    }

    @Test
    void asksForRightsWhenOwnersAreChanged(LocalCluster cluster) throws IOException, InterruptedException {
        cluster.kubectl().apply(Manifest.editorOfConfigMaps(NAMESPACE));
        var owner = cluster.kubectl()
                .run("get", "configmap", "--namespace", NAMESPACE, "owner", "--output", "jsonpath={.metadata.uid}");
        var editor = "--as=system:serviceaccount:" + NAMESPACE + ":editor";

        assertThatThrownBy(() -> cluster.kubectl().apply(Manifest.owned(NAMESPACE, "new", owner, true), editor))
                .hasMessageContaining("cannot set blockOwnerDeletion");
        assertThatThrownBy(() -> cluster.kubectl().apply(Manifest.owned(NAMESPACE, "old", owner, false), editor))
                .hasMessageContaining("cannot set an ownerRef on a resource you can't delete");
        cluster.kubectl().apply(Manifest.owned(NAMESPACE, "new", owner, false), editor);
    }

    @Test
    void looksLikeOpenShift(LocalCluster cluster) throws IOException, InterruptedException {
        assertThat(cluster.kubectl()
                        .run("get", "clusterversion", "version", "--output", "jsonpath={.status.desired.version}"))
                .isEqualTo("4.20.0");
        assertThat(cluster.kubectl()
                        .run("get", "node", "--selector", "node.openshift.io/os_id=rhcos", "--output", "name"))
                .hasLineCount(2);
        var node = cluster.node("node1");
        assertThat(node.run(DEADLINE, List.of("ls", "/etc/kubernetes/cni/net.d")))
                .isEqualTo("00-multus.conf\n");
        assertThat(node.run(DEADLINE, List.of("ls", "/run/multus/cni/net.d"))).contains("10-ovn-kubernetes.conf");
        assertThat(node.run(DEADLINE, List.of("ls", "/var/lib/cni/bin")))
                .contains("bridge", "host-local", "loopback", "multus-shim");
        assertThat(node.run(DEADLINE, List.of("ls", "/etc/cni", "/opt/cni"))).doesNotContain("net.d", "bin");
    }

    private static String ask(LocalCluster cluster, String path) throws IOException, InterruptedException {
        return cluster.kubectl()
                .run(
                        "get",
                        "pods",
                        "--namespace",
                        NAMESPACE,
                        "--selector=app=web",
                        "--sort-by=.spec.nodeName",
                        "--output",
                        "jsonpath=" + path);
    }

    private static String range(LocalCluster cluster, String namespace) throws IOException, InterruptedException {
        return cluster.kubectl()
                .run(
                        "get",
                        "namespace",
                        namespace,
                        "--output",
                        "jsonpath={.metadata.annotations.openshift\\.io/sa\\.scc\\.uid-range}");
    }

    /** Debian's busybox has a wget that crashes. */
    private static String get(LocalCluster cluster, String pod, String host, int port)
            throws IOException, InterruptedException {
        var request = "printf 'GET / HTTP/1.0\\r\\n\\r\\n' | timeout 10 nc " + host + " " + port;
        return cluster.kubectl().run("exec", "--namespace", NAMESPACE, pod, "--", "/bin/busybox", "sh", "-c", request);
    }

    /** Objects that these tests make. */
    private static final class Manifest {
        private Manifest() {}

        static String namespace(String name) {
            return "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(name);
        }

        static String namespace(String name, String annotation, String value) {
            return "{apiVersion: v1, kind: Namespace, metadata: {name: %s, annotations: {%s: \"%s\"}}}"
                    .formatted(name, annotation, value);
        }

        /** Somebody who may not delete them, and two of them. */
        static String editorOfConfigMaps(String namespace) {
            return """
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: Role
                    metadata: {name: editor, namespace: %1$s}
                    rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, create, patch]}]
                    ---
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: RoleBinding
                    metadata: {name: editor, namespace: %1$s}
                    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: editor}
                    subjects: [{kind: ServiceAccount, name: editor, namespace: %1$s}]
                    ---
                    {apiVersion: v1, kind: ConfigMap, metadata: {name: owner, namespace: %1$s}}
                    ---
                    {apiVersion: v1, kind: ConfigMap, metadata: {name: old, namespace: %1$s}}
                    """.formatted(namespace);
        }

        static String owned(String namespace, String name, String owner, boolean blocking) {
            return """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata:
                      name: %2$s
                      namespace: %1$s
                      ownerReferences:
                        - {apiVersion: v1, kind: ConfigMap, name: owner, uid: %3$s, blockOwnerDeletion: %4$s}
                    """.formatted(namespace, name, owner, blocking);
        }

        static String replicaSetWithUid(String namespace, int uid) {
            return """
                    apiVersion: apps/v1
                    kind: ReplicaSet
                    metadata: {name: uid-%1$d, namespace: %2$s}
                    spec:
                      selector: {matchLabels: {app: uid-%1$d}}
                      template:
                        metadata: {labels: {app: uid-%1$d}}
                        spec:
                          containers:
                            - {name: app, image: "%3$s", securityContext: {runAsUser: %1$d}}
                    """.formatted(uid, namespace, BaseImages.BUSYBOX_IMAGE);
        }

        static String webServers(String namespace) {
            return """
                    apiVersion: apps/v1
                    kind: DaemonSet
                    metadata: {name: web, namespace: %1$s}
                    spec:
                      selector: {matchLabels: {app: web}}
                      template:
                        metadata: {labels: {app: web}}
                        spec:
                          terminationGracePeriodSeconds: 0
                          containers:
                            - name: web
                              image: %2$s
                              imagePullPolicy: Never
                              command: [/bin/busybox, sh, -c]
                              args:
                                - |
                                  echo "hello from $HOSTNAME" > /tmp/index.html
                                  echo serving
                                  exec busybox httpd -f -p 8080 -h /tmp
                    ---
                    apiVersion: v1
                    kind: Service
                    metadata: {name: web, namespace: %1$s}
                    spec: {selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}
                    """.formatted(namespace, BaseImages.BUSYBOX_IMAGE);
        }
    }
}
