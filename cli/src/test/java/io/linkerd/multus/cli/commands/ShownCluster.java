// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The clusters whose outputs the documentation shows, each by the name that stands before the output. */
enum ShownCluster {
    /** All is well. */
    WELL,
    /** The controller has not made what the namespace asks for. */
    NO_ATTACHMENT,
    /** OpenShift lets no pod of a Deployment in. */
    REFUSED,
    /** Its validator found nothing that redirects the pod's traffic. */
    NOT_REDIRECTED,
    /** As OpenShift has it, with a pod that nothing was injected into. */
    TEMPLATE,
    /** An attachment says something else than Linkerd's ConfigMap has it say by now, and a node has no installer. */
    OUTDATED;

    private static final String DEPLOYMENT = "/apis/apps/v1/namespaces/shop/deployments/web";

    void prepare(ClusterOfOurs cluster) {
        switch (this) {
            case WELL -> {}
            case NO_ATTACHMENT -> cluster.api().remove(ClusterOfOurs.ATTACHMENT);
            case REFUSED -> refuse(cluster);
            case NOT_REDIRECTED -> cluster.pod("{terminated: {exitCode: 95}}");
            case TEMPLATE -> template(cluster);
            case OUTDATED -> differ(cluster);
        }
    }

    private static void refuse(ClusterOfOurs cluster) {
        cluster.api().define("apps/v1", "replicasets", "ReplicaSet", true);
        var deployment = cluster.api().put(DEPLOYMENT, """
                {metadata: {}, spec: {replicas: 1, selector: {matchLabels: {app: 'front'}},
                 template: {metadata: {labels: {app: 'front'}}, spec: {containers: [{name: 'app'}]}}}, status: {replicas: 0}}""");
        cluster.api().put("/apis/apps/v1/namespaces/shop/replicasets/web-6d4b75cb6d", """
                {metadata: {labels: {app: 'front'}, ownerReferences: [{kind: 'Deployment', name: 'web', uid: '%s', controller: true}]},
                 spec: {replicas: 1, selector: {}, template: {spec: {containers: [{name: 'app'}]}}}, status: {replicas: 0}}""".formatted(
                        deployment.at("/metadata/uid").asText()));
        cluster.api().put("/api/v1/namespaces/shop/events/e", """
                {involvedObject: {kind: 'ReplicaSet', namespace: 'shop', name: 'web-6d4b75cb6d'}, reason: 'FailedCreate',
                 lastTimestamp: '%s',
                 message: 'Error creating: pods "web-6d4b75cb6d-" is forbidden: unable to validate against any security context \
                constraint: [provider "restricted-v2": .containers[0].runAsUser: Invalid value: 2102: must be in the ranges: \
                [1000680000, 1000689999]]'}""".formatted(
                        Instant.now().truncatedTo(ChronoUnit.SECONDS)));
    }

    private static void template(ClusterOfOurs cluster) {
        cluster.api().put(ClusterOfOurs.NAMESPACE, """
                {metadata: {annotations: {'linkerd.io/inject': 'enabled', 'linkerd.io/multus': 'enabled',
                 'openshift.io/sa.scc.uid-range': '1000680000/10000', 'openshift.io/sa.scc.supplemental-groups': '1000680000/10000'}}}""");
        cluster.api().put(ClusterOfOurs.POD, "{metadata: {}, spec: {containers: [{name: 'app'}]}}");
    }

    private static void differ(ClusterOfOurs cluster) {
        var owner = cluster.api().put("/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-owner", "{}");
        cluster.api().edit("/apis/apps/v1/namespaces/linkerd-multus/deployments/linkerd-multus-controller", """
                {"spec": {"template": {"spec": {"containers": [{"name": "x", "env": [
                  {"name": "LINKERD_MULTUS_RELEASE", "value": "linkerd-multus"},
                  {"name": "LINKERD_MULTUS_OWNER", "value": "linkerd-multus-owner"}]}]}}}}""");
        cluster.api()
                .put(
                        "/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config",
                        "{data: {cni_network_config: '{\"type\":\"linkerd-cni\",\"linkerd\":{\"proxy-uid\":2103}}'}}");
        cluster.api().put(ClusterOfOurs.ATTACHMENT, """
                {metadata: {labels: {'app.kubernetes.io/managed-by': 'linkerd-multus', 'app.kubernetes.io/instance': 'linkerd-multus'},
                            ownerReferences: [{apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole',
                                               name: 'linkerd-multus-owner', uid: '%s'}]},
                 spec: {config: '{"type":"linkerd-cni","linkerd":{"proxy-uid":2102},"cniVersion":"0.3.0","name":"linkerd-cni",\
                "kubernetes":{"kubeconfig":"/etc/cni/linkerd-multus/linkerd-cni.kubeconfig"}}'}}""".formatted(
                        owner.at("/metadata/uid").asText()));
        cluster.api().put("/api/v1/nodes/node-2", "{status: {conditions: [{type: 'Ready', status: 'True'}]}}");
    }
}
