// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import io.linkerd.multus.localcluster.supervisor.ClusterFolder;
import io.linkerd.multus.localcluster.supervisor.SupervisorSpec.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs that run beside the nodes: etcd, the API server and those that act on it. */
final class ControlPlane {
    private static final String ETCD = "127.0.0.1:2379";
    private static final String ETCD_PEER = "http://127.0.0.1:2380";
    /** Before its roles are made, the API server refuses its own components, and they give up. */
    private static final String READY = "https://" + Addresses.api() + "/readyz";

    private static final List<String> ENVIRONMENT = List.of("PATH=" + NodePlan.PATH, "HOME=/root");

    private final ClusterFolder folder;
    private final Path tools;
    private final Profile profile;

    ControlPlane(ClusterFolder folder, Path tools, Profile profile) {
        this.folder = folder;
        this.tools = tools;
        this.profile = profile;
    }

    List<Program> programs() {
        var programs = new ArrayList<>(List.of(
                program("etcd", "", etcd()),
                program("kube-apiserver", ETCD, apiServer()),
                program("kube-controller-manager", READY, controllerManager()),
                program("kube-scheduler", READY, scheduler())));
        if (profile == Profile.OPENSHIFT) {
            programs.add(program("namespaces", READY, List.of("--kubeconfig=" + kubeconfig("admin"))));
        }
        return programs;
    }

    /** Nothing of it is worth keeping, so it lives in memory and never waits for a disk. */
    private List<String> etcd() {
        return List.of(
                "--data-dir=" + folder.scratch().resolve("etcd"),
                "--listen-client-urls=http://" + ETCD,
                "--advertise-client-urls=http://" + ETCD,
                "--listen-peer-urls=" + ETCD_PEER,
                "--initial-advertise-peer-urls=" + ETCD_PEER,
                "--initial-cluster=default=" + ETCD_PEER,
                "--unsafe-no-fsync",
                "--log-level=warn");
    }

    private List<String> apiServer() {
        var arguments = new ArrayList<>(List.of(
                "--etcd-servers=http://" + ETCD,
                "--bind-address=" + Addresses.CONTROL_PLANE,
                "--secure-port=" + Addresses.API_PORT,
                "--advertise-address=" + Addresses.CONTROL_PLANE,
                "--tls-cert-file=" + key("apiserver.crt"),
                "--tls-private-key-file=" + key("apiserver.key"),
                "--client-ca-file=" + key("ca.crt"),
                "--authorization-mode=Node,RBAC",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + key("service-accounts.key"),
                "--service-account-signing-key-file=" + key("service-accounts.key"),
                "--service-cluster-ip-range=" + Addresses.SERVICES,
                "--allow-privileged",
                "--kubelet-preferred-address-types=InternalIP",
                "--kubelet-certificate-authority=" + key("ca.crt"),
                "--kubelet-client-certificate=" + key("admin.crt"),
                "--kubelet-client-key=" + key("admin.key"),
                // Services have no addresses here, only on nodes: webhooks are called by their endpoints'.
                "--enable-aggregator-routing=true"));
        if (profile == Profile.OPENSHIFT) {
            arguments.add("--enable-admission-plugins=security.openshift.io/SecurityContextConstraint");
            arguments.add("--scc-kubeconfig=" + kubeconfig("admin"));
        }
        return arguments;
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
