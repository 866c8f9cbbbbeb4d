// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.commandline;

import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A generated cluster: namespaces that ask or do not, with objects of ours and of others, as whatever came before has left them. */
final class Scenery {
    private static final int NAMESPACES_CHANGED = 10;
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
    private static final String OWNER = RBAC + "clusterroles/linkerd-multus-owner";
    private static final String OPERATORS =
            "{\"cniVersion\":\"0.3.0\",\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"ipam\":{},\"dns\":{},"
                    + "\"log_level\":\"info\",\"linkerd\":{\"proxy-uid\":2102},"
                    + "\"kubernetes\":{\"kubeconfig\":\"/etc/cni/net.d/ZZZ-linkerd-cni-kubeconfig\"}}";
    private static final List<String> SPECIAL = List.of(
            "linkerd", "linkerd-viz", "linkerd-multicluster", "default", "kube-system", "openshift-dns", "left-alone");

    private final FakeApiServer api;
    private final Random random;
    private final Map<String, String> environment = new HashMap<>();

    Scenery(FakeCluster cluster, long seed) {
        this.api = cluster.api();
        this.random = new Random(seed);
    }

    /** Fills the cluster. {@return the variables of the controller} */
    Map<String, String> fill(int namespaces) {
        settings();
        api.put(OWNER, "{}");
        if (oneIn(8)) {
            api.remove(OWNER);
        }
        switch (random.nextInt(8)) {
            case 0 -> {}
            case 1 -> api.put(FakeCluster.CONFIG_MAP, FakeCluster.configMapOf("{ no JSON"));
            default -> api.put(FakeCluster.CONFIG_MAP, FakeCluster.configMapOf(config("2102")));
        }
        if (!oneIn(4)) {
            api.define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        }
        installers();
        var names = new ArrayList<>(SPECIAL);
        for (int i = 0; i < namespaces; i++) {
            names.add("n" + i);
        }
        names.removeIf(name -> name.equals("default") && oneIn(3));
        names.forEach(this::namespace);
        names.forEach(this::attachment);
        names.forEach(this::rights);
        names.forEach(name -> pod(name, names));
        return Map.copyOf(environment);
    }

    /** Changes what an upgrade may change. {@return the variables of the controller then} */
    Map<String, String> upgrade() {
        if (oneIn(3)) {
            // Installed anew: another object of the same name.
            api.remove(OWNER);
            api.put(OWNER, "{}");
        }
        if (oneIn(2)) {
            api.put(FakeCluster.CONFIG_MAP, FakeCluster.configMapOf(config("7")));
        }
        environment.clear();
        settings();
        for (int i = 0; i < NAMESPACES_CHANGED; i++) {
            namespace("n" + i);
        }
        return Map.copyOf(environment);
    }

    private void settings() {
        tell("RELEASE", "linkerd-multus");
        tell("OWNER", oneIn(8) ? "" : "linkerd-multus-owner");
        tell("EXCLUDED_NAMESPACES", "linkerd-multus, kube-system,left-alone");
        tell("EXCLUDE_OPENSHIFT", oneIn(3) ? "false" : "true");
        tell("ATTACHMENT_SCOPE", pick("per-namespace", "per-namespace", "shared", "SHARED", "none"));
        tell("ATTACHMENT_NAMESPACE", pick("default", "n3"));
        tell("ADOPT_ATTACHMENTS", pick("true", "false", "false"));
        tell("POLICY_LEASE", pick("true", "true", "false"));
        tell("CONTROL_PLANE_NAMESPACE", pick("linkerd", "linkerd", "n1"));
        tell("SCC", pick("", "system:openshift:scc:nonroot-v2", "system:openshift:scc:anyuid"));
        if (oneIn(3)) {
            tell("SCC_SERVICE_ACCOUNTS", pick("", "linkerd-destination, n2/web", "n4/a,n4/b,n5/c"));
        }
        if (oneIn(3)) {
            tell("KUBECONFIG_PATH", "/etc/cni/other/linkerd-cni.kubeconfig");
        }
    }

    private void tell(String name, String value) {
        environment.put("LINKERD_MULTUS_" + name, value);
    }

    private void installers() {
        if (oneIn(4)) {
            return;
        }
        api.put(
                "/apis/apps/v1/namespaces/linkerd-multus/daemonsets/linkerd-multus-installer",
                "{spec: {selector: {matchLabels: {app: 'installer'}}}, status: {observedGeneration: 99,"
                        + " desiredNumberScheduled: 2}}");
        var folder = pick("linkerd-multus", "other");
        for (var node : List.of("a", "b")) {
            api.put("/api/v1/namespaces/linkerd-multus/pods/installer-" + node, """
                    {metadata: {labels: {app: 'installer'}}, spec: {nodeName: '%s', containers: [{name: 'installer', env: [
                     {name: 'DEST_CNI_NET_DIR', value: '/etc/cni/%s'},
                     {name: 'KUBECONFIG_FILE_NAME', value: 'linkerd-cni.kubeconfig'}]}]},
                     status: {conditions: [{type: 'Ready', status: 'True'}]}}""".formatted(node, folder));
        }
    }

    private void namespace(String name) {
        var asks = pick("enabled", "enabled", "disabled", "Enabled", "");
        var extension = oneIn(6) ? "labels: {'linkerd.io/extension': 'viz'}, " : "";
        api.put(
                "/api/v1/namespaces/" + name,
                "{metadata: {%sannotations: {'linkerd.io/multus': '%s'}}}".formatted(extension, asks));
    }

    private void attachment(String namespace) {
        var earlier = config("2102");
        var spec = switch (random.nextInt(10)) {
            case 0, 1 -> "";
            case 2 -> metadata("linkerd-multus", owner()) + spec(config("1"));
            case 3 -> metadata("linkerd-multus", "gone") + spec(earlier);
            case 4 -> metadata("", owner()) + spec(earlier);
            case 5 -> metadata("other", "other") + spec(earlier);
            case 6 -> "{metadata: {labels: {mine: 'yes'}}" + spec(earlier);
            case 7 -> "{metadata: {}" + spec(OPERATORS);
            case 8 -> metadata("linkerd-multus", owner());
            default -> metadata("linkerd-multus", owner()) + spec(earlier);
        };
        if (!spec.isEmpty()) {
            api.put(FakeCluster.attachment(namespace), spec + "}");
        }
    }

    private void rights(String namespace) {
        right(namespace, "rolebindings/linkerd-multus-scc", "ClusterRole', name: 'system:openshift:scc:nonroot-v2");
        right(
                namespace,
                "rolebindings/linkerd-multus-scc-nonroot-v2",
                "ClusterRole', name: 'system:openshift:scc:nonroot-v2");
        right(namespace, "rolebindings/linkerd-multus-policy-lease", "Role', name: 'linkerd-multus-policy-lease");
        if (oneIn(3)) {
            api.put(
                    RBAC + "namespaces/" + namespace + "/roles/linkerd-multus-policy-lease",
                    (oneIn(2) ? metadata("linkerd-multus", owner()) : "{metadata: {}")
                            + ", rules: [{apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['"
                            + pick("delete", "get")
                            + "'], resourceNames: ['policy-controller-write']}]}");
        }
    }

    private void right(String namespace, String path, String role) {
        if (oneIn(3)) {
            api.put(
                    RBAC + "namespaces/" + namespace + "/" + path,
                    (oneIn(3) ? "{metadata: {}" : metadata("linkerd-multus", oneIn(3) ? "gone" : owner()))
                            + ", roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: '" + role
                            + "'}, subjects: [{kind:"
                            + " 'ServiceAccount', namespace: '" + namespace + "', name: '"
                            + pick("linkerd-destination", "web") + "'}]}");
        }
    }

    private void pod(String name, List<String> names) {
        if (oneIn(2)) {
            var networks = oneIn(2) ? "linkerd-cni" : names.get(random.nextInt(names.size())) + "/linkerd-cni";
            api.put(
                    "/api/v1/namespaces/" + name + "/pods/web",
                    "{metadata: {annotations: {'k8s.v1.cni.cncf.io/networks': '%s'}}, status: {phase: '%s'}}"
                            .formatted(networks, pick("Running", "Pending", "Succeeded")));
        }
    }

    private String owner() {
        return api.get(OWNER).map(role -> role.at("/metadata/uid").asText()).orElse("gone");
    }

    private static String metadata(String instance, String owner) {
        return "{metadata: {labels: {"
                + (instance.isEmpty() ? "" : "'app.kubernetes.io/instance': '" + instance + "', ")
                + "'app.kubernetes.io/managed-by': 'linkerd-multus'}, ownerReferences: [{apiVersion:"
                + " 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: 'linkerd-multus-owner', uid: '" + owner
                + "'}]}";
    }

    private static String spec(String config) {
        return ", spec: {config: '" + config + "'}";
    }

    private static String config(String proxyUid) {
        return "{\"cniVersion\":\"0.3.0\",\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"linkerd\":{\"proxy-uid\":"
                + proxyUid + "},\"kubernetes\":{\"kubeconfig\":\"/etc/cni/linkerd-multus/linkerd-cni.kubeconfig\"}}";
    }

    private boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    private String pick(String... words) {
        return words[random.nextInt(words.length)];
    }
}
