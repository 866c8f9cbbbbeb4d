// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.training;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import java.io.IOException;

/** What the services meet in an OpenShift cluster with Linkerd and our chart, as far as they look at it. */
public final class Fixtures {
    /** The release, and the prefix of all its objects. */
    public static final String RELEASE = "linkerd-multus";
    /** The release's namespace. */
    public static final String NAMESPACE = "linkerd-multus";
    /** The node that an installer runs on. */
    public static final String NODE = "node-1";
    /** Linkerd's ConfigMap. */
    public static final String CNI_CONFIG_MAP = "/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config";

    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";

    private final PlainApiClient api;

    private Fixtures(PlainApiClient api) {
        this.api = api;
    }

    /** Puts everything in place that all services share. */
    public static void apply(PlainApiClient api) throws IOException {
        var fixtures = new Fixtures(api);
        fixtures.definitions();
        for (var namespace : new String[] {NAMESPACE, "linkerd", "linkerd-cni"}) {
            namespace(api, namespace, "{}");
        }
        fixtures.release();
        fixtures.linkerd();
        fixtures.node();
    }

    /** Makes a namespace as OpenShift has it, with a range of user ids and a service account for its pods. */
    public static void namespace(PlainApiClient api, String name, String annotations) throws IOException {
        api.apply("/api/v1/namespaces/" + name, """
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %s
                  annotations: %s
                """.formatted(name, annotations))
                .orThrow();
        api.merge("/api/v1/namespaces/" + name, """
                {"metadata":{"annotations":{"openshift.io/sa.scc.uid-range":"1000660000/10000"}}}""").orThrow();
        serviceAccount(api, name, "default");
    }

    private static void serviceAccount(PlainApiClient api, String namespace, String name) throws IOException {
        api.apply("/api/v1/namespaces/" + namespace + "/serviceaccounts/" + name, """
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: %s}
                """.formatted(name))
                .orThrow();
    }

    private void definitions() throws IOException {
        define("k8s.cni.cncf.io", "v1", "NetworkAttachmentDefinition", "network-attachment-definitions", "Namespaced");
        define("security.openshift.io", "v1", "SecurityContextConstraints", "securitycontextconstraints", "Cluster");
        define("config.openshift.io", "v1", "ClusterVersion", "clusterversions", "Cluster");
    }

    private void define(String group, String version, String kind, String plural, String scope) throws IOException {
        var name = plural + "." + group;
        api.apply("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + name, """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %s}
                spec:
                  group: %s
                  scope: %s
                  names: {plural: %s, kind: %s}
                  versions:
                  - name: %s
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """.formatted(
                                name, group, scope, plural, kind, version))
                .orThrow();
        api.awaitServed("/apis/" + group + "/" + version + "/" + plural);
    }

    /** The rights are not the point here: the chart's own are proven in a cluster. */
    private void release() throws IOException {
        for (var service : Service.values()) {
            var name = RELEASE + "-" + service.module();
            serviceAccount(api, NAMESPACE, name);
            api.apply(RBAC + "/clusterroles/" + name, """
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRole
                    metadata: {name: %s}
                    """.formatted(name)).orThrow();
        }
        serviceAccount(api, NAMESPACE, RELEASE + "-plugin");
        api.apply(RBAC + "/clusterrolebindings/" + RELEASE, """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: %s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: "system:serviceaccounts:%s"}]
                """.formatted(RELEASE, NAMESPACE))
                .orThrow();
    }

    private void linkerd() throws IOException {
        for (var account : new String[] {"linkerd-destination", "linkerd-identity", "linkerd-proxy-injector"}) {
            serviceAccount(api, "linkerd", account);
        }
        api.apply(CNI_CONFIG_MAP, """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: linkerd-cni-config}
                data:
                  cni_network_config: |
                    {
                      "name": "linkerd-cni",
                      "type": "linkerd-cni",
                      "log_level": "info",
                      "kubernetes": {"kubeconfig": "__KUBECONFIG_FILEPATH__"},
                      "linkerd": {"incoming-proxy-port": 4143, "outgoing-proxy-port": 4140, "proxy-uid": 2102}
                    }
                """).orThrow();
    }

    private void node() throws IOException {
        api.apply("/api/v1/nodes/" + NODE, """
                apiVersion: v1
                kind: Node
                metadata:
                  name: %s
                  labels: {kubernetes.io/hostname: %s, node.openshift.io/os_id: rhcos}
                """.formatted(NODE, NODE)).orThrow();
    }
}
