// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import io.linkerd.multus.localcluster.pki.ClusterAuthority;
import io.linkerd.multus.localcluster.pki.Identity;
import io.linkerd.multus.localcluster.pki.Kubeconfig;
import io.linkerd.multus.localcluster.pki.ServiceAccountKey;
import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * By whom and how everybody of one cluster is known.
 *
 * @param apiServer the API server's serving certificate
 * @param admin a member of {@code system:masters}
 * @param aggregation how the API server is known to those that it passes requests on to
 * @param nodes one per node, in order
 */
public record ClusterKeys(
        ClusterAuthority authority,
        ServiceAccountKey serviceAccounts,
        Identity apiServer,
        Identity admin,
        Aggregation aggregation,
        List<NodeKeys> nodes) {
    static final String CONTROLLER_MANAGER = "system:kube-controller-manager";
    static final String SCHEDULER = "system:kube-scheduler";
    static final String PROXY = "system:kube-proxy";
    /** The API server's name where it passes requests on. */
    static final String FRONT_PROXY = "front-proxy-client";

    private static final String MASTERS = "system:masters";
    private static final String NODES = "system:nodes";

    /** Copies the list. */
    public ClusterKeys {
        nodes = List.copyOf(nodes);
    }

    /**
     * Whoever is of this authority says in headers who asks, and is believed; it is one of its own, since any client is of the other.
     *
     * @param authority whom the API servers of further groups trust
     * @param client the API server, as they see it
     */
    public record Aggregation(Identity authority, Identity client) {
        static Aggregation create(String cluster, InstantSource clock) {
            var authority = ClusterAuthority.create("linkerd-multus-local-" + cluster + "-front-proxy", clock);
            return new Aggregation(authority.identity(), authority.issueClient(FRONT_PROXY));
        }
    }

    /** A node's certificates: as a client of the API server, and as the server that the kubelet is. */
    public record NodeKeys(Identity client, Identity server) {}

    /** Makes new keys for a cluster of {@code nodes} nodes. */
    public static ClusterKeys create(String cluster, int nodes, InstantSource clock) {
        var authority = ClusterAuthority.create("linkerd-multus-local-" + cluster, clock);
        var apiServer = authority.issueServer(
                "kube-apiserver",
                List.of(
                        "127.0.0.1",
                        Addresses.CONTROL_PLANE,
                        Addresses.KUBERNETES_SERVICE,
                        "localhost",
                        "kubernetes",
                        "kubernetes.default",
                        "kubernetes.default.svc",
                        "kubernetes.default.svc.cluster.local"));
        var nodeKeys = new ArrayList<NodeKeys>();
        for (var number = 1; number <= nodes; number++) {
            var user = "system:node:" + ClusterNode.name(number);
            nodeKeys.add(new NodeKeys(
                    authority.issueClient(user, NODES),
                    authority.issueServer(user, List.of(Addresses.node(number), ClusterNode.name(number)), NODES)));
        }
        var admin = authority.issueClient("admin", MASTERS);
        return new ClusterKeys(
                authority, ServiceAccountKey.create(), apiServer, admin, Aggregation.create(cluster, clock), nodeKeys);
    }

    /** Writes what the control plane reads from files. */
    public void write(ClusterFolder folder) throws IOException {
        Files.createDirectories(folder.keys());
        authority.identity().write(folder.keys(), "ca");
        apiServer.write(folder.keys(), "apiserver");
        admin.write(folder.keys(), "admin");
        aggregation.authority().write(folder.keys(), "front-proxy-ca");
        aggregation.client().write(folder.keys(), FRONT_PROXY);
        serviceAccounts.write(folder.keys().resolve("service-accounts.key"));
        kubeconfig(admin).write(folder.componentKubeconfig("admin"));
        for (var user : List.of(CONTROLLER_MANAGER, SCHEDULER)) {
            kubeconfig(authority.issueClient(user)).write(folder.componentKubeconfig(user));
        }
    }

    /** Returns a kubeconfig that works inside the cluster's network. */
    Kubeconfig kubeconfig(Identity user) {
        return new Kubeconfig("local", URI.create("https://" + Addresses.api()), authority.certificate(), user);
    }

    /** Returns the administrator's kubeconfig for the machine, where the API server is found at {@code listen}. */
    public Kubeconfig adminKubeconfig(String cluster, String listen) {
        return new Kubeconfig(
                "linkerd-multus-" + cluster, URI.create("https://" + listen), authority.certificate(), admin);
    }
}
