// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs that run beside the nodes: etcd, the API server and those that act on it; or the first two alone. */
public final class ControlPlane {
    private static final String ETCD = "127.0.0.1:2379";
    private static final String ETCD_PEER = "127.0.0.1:2380";
    /** Before its roles are made, the API server refuses its own components, and they give up. */
    private static final String READY = "https://" + Addresses.api() + "/readyz";

    /** As OpenShift has it: who makes an object somebody's must be allowed to delete it. */
    private static final String OWNERS = "OwnerReferencesPermissionEnforcement";

    private static final List<String> ENVIRONMENT = List.of("PATH=" + ClusterNode.PATH, "HOME=/root");

    private final ClusterFolder folder;
    private final Path tools;
    private final Profile profile;

    ControlPlane(ClusterFolder folder, Path tools, Profile profile) {
        this.folder = folder;
        this.tools = tools;
        this.profile = profile;
    }

    /**
     * Returns etcd and an API server without nodes, on the machine's loopback, as they are in a cluster otherwise.
     *
     * @param port where it listens; etcd has sockets in the cluster's folder
     */
    public static List<Program> alone(ClusterFolder folder, Path tools, int port) {
        var plane = new ControlPlane(folder, tools, Profile.PLAIN);
        var etcd = folder.scratch().resolve("etcd.sock");
        return List.of(
                plane.program("etcd", "", plane.etcd("unix://" + etcd, "unix://" + etcd + ".peer")),
                plane.program(
                        "kube-apiserver",
                        etcd.toString(),
                        plane.apiServer(
                                "unix://" + etcd,
                                "127.0.0.1",
                                port,
                                "--authorization-mode=RBAC",
                                "--enable-admission-plugins=" + OWNERS,
                                // Endpoints of the service "kubernetes" may not be loopback addresses.
                                "--endpoint-reconciler-type=none")));
    }

    List<Program> programs() {
        var programs = new ArrayList<>(List.of(
                program("etcd", "", etcd("http://" + ETCD, "http://" + ETCD_PEER)),
                program("kube-apiserver", ETCD, apiServer()),
                program("kube-controller-manager", READY, controllerManager()),
                program("kube-scheduler", READY, scheduler())));
        if (profile == Profile.OPENSHIFT) {
            programs.add(program("namespaces", READY, List.of("--kubeconfig=" + kubeconfig("admin"))));
        }
        return programs;
    }

    /** Nothing of it is worth keeping, so it lives in memory and never waits for a disk. */
    private List<String> etcd(String clients, String peers) {
        return List.of(
                "--data-dir=" + folder.scratch().resolve("etcd"),
                "--listen-client-urls=" + clients,
                // Has to be host and port, and is only told to members of a cluster of more than one.
                "--advertise-client-urls=http://" + ETCD,
                "--listen-peer-urls=" + peers,
                "--unsafe-no-fsync",
                "--log-level=warn");
    }

    /** What an API server is told wherever it runs, and what it is told there. */
    private List<String> apiServer(String etcd, String address, int port, String... more) {
        var arguments = new ArrayList<>(List.of(
                "--etcd-servers=" + etcd,
                "--bind-address=" + address,
                "--secure-port=" + port,
                "--tls-cert-file=" + key("apiserver.crt"),
                "--tls-private-key-file=" + key("apiserver.key"),
                "--client-ca-file=" + key("ca.crt"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + key("service-accounts.key"),
                "--service-account-signing-key-file=" + key("service-accounts.key"),
                "--service-cluster-ip-range=" + Addresses.SERVICES,
                "--allow-privileged"));
        arguments.addAll(List.of(more));
        return arguments;
    }

    private List<String> apiServer() {
        var arguments = apiServer(
                "http://" + ETCD,
                Addresses.CONTROL_PLANE,
                Addresses.API_PORT,
                "--advertise-address=" + Addresses.CONTROL_PLANE,
                "--authorization-mode=Node,RBAC",
                "--kubelet-preferred-address-types=InternalIP",
                "--kubelet-certificate-authority=" + key("ca.crt"),
                "--kubelet-client-certificate=" + key("admin.crt"),
                "--kubelet-client-key=" + key("admin.key"),
                // Services have no addresses here, only on nodes: webhooks are called by their endpoints'.
                "--enable-aggregator-routing=true");
        arguments.addAll(aggregation());
        if (profile == Profile.OPENSHIFT) {
            arguments.add("--enable-admission-plugins=" + OWNERS + ",security.openshift.io/SecurityContextConstraint");
            arguments.add("--scc-kubeconfig=" + kubeconfig("admin"));
        }
        return arguments;
    }

    /** With these it passes requests on to API servers of further groups, which learn from it whom to believe. */
    private List<String> aggregation() {
        return List.of(
                "--requestheader-client-ca-file=" + key("front-proxy-ca.crt"),
                "--requestheader-allowed-names=" + ClusterKeys.FRONT_PROXY,
                "--requestheader-username-headers=X-Remote-User",
                "--requestheader-group-headers=X-Remote-Group",
                "--requestheader-extra-headers-prefix=X-Remote-Extra-",
                "--proxy-client-cert-file=" + key(ClusterKeys.FRONT_PROXY + ".crt"),
                "--proxy-client-key-file=" + key(ClusterKeys.FRONT_PROXY + ".key"));
    }

    private List<String> controllerManager() {
        return List.of(
                "--kubeconfig=" + kubeconfig(ClusterKeys.CONTROLLER_MANAGER),
                "--authentication-kubeconfig=" + kubeconfig(ClusterKeys.CONTROLLER_MANAGER),
                "--authorization-kubeconfig=" + kubeconfig(ClusterKeys.CONTROLLER_MANAGER),
                "--service-account-private-key-file=" + key("service-accounts.key"),
                "--root-ca-file=" + key("ca.crt"),
                "--cluster-signing-cert-file=" + key("ca.crt"),
                "--cluster-signing-key-file=" + key("ca.key"),
                "--use-service-account-credentials",
                "--leader-elect=false",
                "--bind-address=127.0.0.1",
                // The default of 20 requests a second makes tests with many objects wait for it.
                "--kube-api-qps=200",
                "--kube-api-burst=400");
    }

    private List<String> scheduler() {
        return List.of(
                "--kubeconfig=" + kubeconfig(ClusterKeys.SCHEDULER),
                "--authentication-kubeconfig=" + kubeconfig(ClusterKeys.SCHEDULER),
                "--authorization-kubeconfig=" + kubeconfig(ClusterKeys.SCHEDULER),
                "--leader-elect=false",
                "--bind-address=127.0.0.1",
                "--kube-api-qps=200",
                "--kube-api-burst=400");
    }

    private Program program(String name, String after, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(tools.resolve(name).toString());
        command.addAll(arguments);
        return new Program(name, command, ENVIRONMENT, after);
    }

    private String key(String file) {
        return folder.keys().resolve(file).toString();
    }

    private String kubeconfig(String user) {
        return folder.componentKubeconfig(user).toString();
    }
}
