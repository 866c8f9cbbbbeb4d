// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import io.linkerd.multus.localcluster.programs.GoModule.Build;
import io.linkerd.multus.localcluster.programs.GoModule.Definition;
import io.linkerd.multus.localcluster.programs.GoModule.Link;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Go modules that every cluster is made of.
 *
 * @param kubernetes Kubernetes and etcd in one binary, and the supervisor, which is small since four of it run in each cluster
 * @param network Multus, the reference CNI plugins and CoreDNS
 * @param pause what holds a pod's namespaces
 * @param helm Helm 4
 */
record ClusterModules(GoModule kubernetes, GoModule network, GoModule pause, GoModule helm) {
    /** The binary that is many programs, by the name that it is called by. */
    private static final String MULTI_CALL = "localkube";

    /** Finds them below the project's root. */
    static ClusterModules of(Path project) {
        var go = project.resolve("local-cluster").resolve("go");
        return new ClusterModules(
                new GoModule(
                        go.resolve(MULTI_CALL),
                        "Kubernetes and etcd",
                        List.of(new Build(MULTI_CALL, "."), new Build("supervise", "./supervise")),
                        links(),
                        List.of(
                                openShift("security", "0000_03_config-operator_01_securitycontextconstraints.crd.yaml"),
                                openShift(
                                        "config",
                                        "0000_00_cluster-version-operator_01_clusterversions-Default.crd.yaml")),
                        false),
                GoModule.of(
                        go.resolve("tools-network"),
                        "Multus, CNI plugins and CoreDNS",
                        new Build("", "tool"),
                        new Build("coredns", "./coredns")),
                GoModule.program(go.resolve("pause"), "what holds a pod's namespaces"),
                GoModule.of(go.resolve("tools-helm4"), "Helm 4", new Build("helm", "tool")));
    }

    /** {@return all, in the order in which they are built} */
    List<GoModule> all() {
        return List.of(kubernetes, network, pause, helm);
    }

    private static List<Link> links() {
        return Stream.of(
                        "etcd",
                        "kube-apiserver",
                        "kube-controller-manager",
                        "kube-scheduler",
                        "kubelet",
                        "kube-proxy",
                        "kubectl",
                        "namespaces")
                .map(name -> new Link(name, MULTI_CALL))
                .toList();
    }

    /** {@return a definition of a kind of OpenShift's} */
    static Definition openShift(String group, String file) {
        return new Definition("github.com/openshift/api", group + "/v1/zz_generated.crd-manifests/" + file);
    }
}
