// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.tools;

import java.util.List;

/** The modules below {@code cluster-tests/go}, in the order in which they are built, and what is built of each. */
public enum GoModule {
    /** Kubernetes in one binary, and the supervisor, which is small since four of it run in each cluster. */
    LOCALKUBE("localkube", "Kubernetes and etcd"),
    /** Multus, the reference CNI plugins and CoreDNS. */
    NETWORK("tools-network", "Multus, CNI plugins and CoreDNS"),
    /** Linkerd's stand-ins, and what holds a pod's namespaces. */
    STANDINS("standins", "Linkerd's stand-ins"),
    /** Helm 4. */
    HELM("tools-helm4", "Helm 4");

    private static final String MULTI_CALL = "localkube";

    private final String folder;
    private final String title;

    GoModule(String folder, String title) {
        this.folder = folder;
        this.title = title;
    }

    /**
     * One call of the Go compiler.
     *
     * @param output the binary's name; empty where the packages' own names are kept
     * @param packages what is built; {@code tool} stands for the module's tools
     */
    record Build(String output, String packages) {}

    /** Another name for a binary. */
    record Link(String name, String binary) {}

    /** A file that is taken from another module, by its path there. */
    record Definition(String module, String file) {}

    String folder() {
        return folder;
    }

    String title() {
        return title;
    }

    List<Build> builds() {
        return switch (this) {
            case LOCALKUBE -> List.of(new Build(MULTI_CALL, "."), new Build("supervise", "./supervise"));
            case NETWORK -> List.of(new Build("", "tool"), new Build("coredns", "./coredns"));
            case STANDINS -> List.of(new Build("standins", "."), new Build("pause", "./pause"));
            case HELM -> List.of(new Build("helm", "tool"));
        };
    }

    List<Link> links() {
        return switch (this) {
            case LOCALKUBE ->
                List.of(
                                "etcd",
                                "kube-apiserver",
                                "kube-controller-manager",
                                "kube-scheduler",
                                "kubelet",
                                "kube-proxy",
                                "kubectl",
                                "namespaces")
                        .stream()
                        .map(name -> new Link(name, MULTI_CALL))
                        .toList();
            case NETWORK, STANDINS, HELM -> List.of();
        };
    }

    List<Definition> definitions() {
        return switch (this) {
            case LOCALKUBE ->
                List.of(
                        openShift("security", "0000_03_config-operator_01_securitycontextconstraints.crd.yaml"),
                        openShift("config", "0000_00_cluster-version-operator_01_clusterversions-Default.crd.yaml"));
            case NETWORK, STANDINS, HELM -> List.of();
        };
    }

    private static Definition openShift(String group, String file) {
        return new Definition("github.com/openshift/api", group + "/v1/zz_generated.crd-manifests/" + file);
    }
}
