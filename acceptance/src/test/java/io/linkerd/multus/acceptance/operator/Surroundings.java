// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** What an operator finds in a cluster besides its own. */
final class Surroundings {
    private static final Path ATTACHMENTS = Path.of(
            "..", "local-cluster", "src", "main", "resources", "cluster", "network-attachment-definitions.crd.yaml");

    private Surroundings() {}

    /** Has it serve OpenShift's kind, by which a platform is told; nobody judges pods by it. */
    static void openShift(OperatorCluster cluster) throws IOException, InterruptedException {
        cluster.apply(
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/securitycontextconstraints.security.openshift.io",
                """
                {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: {group: security.openshift.io,
                scope: Cluster, names: {kind: SecurityContextConstraints, plural: securitycontextconstraints,
                singular: securitycontextconstraints}, versions: [{name: v1, served: true, storage: true,
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]}}
                """);
        cluster.awaitServed("/apis/security.openshift.io/v1/securitycontextconstraints");
    }

    /**
     * Gives it what OLM makes for each version of an operator, with the rights on it.
     *
     * @return its path
     */
    static String operatorCondition(OperatorCluster cluster, String name) throws IOException, InterruptedException {
        cluster.apply(
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/operatorconditions.operators.coreos.com", """
                {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: {group: operators.coreos.com,
                scope: Namespaced, names: {kind: OperatorCondition, plural: operatorconditions,
                singular: operatorcondition}, versions: [{name: v2, served: true, storage: true,
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]}}
                """);
        var place = "/namespaces/" + OperatorCluster.NAMESPACE + "/";
        var conditions = "/apis/operators.coreos.com/v2" + place + "operatorconditions";
        cluster.awaitServed(conditions);
        cluster.apply(conditions + "/" + name, "{apiVersion: operators.coreos.com/v2, kind: OperatorCondition}");
        var rbac = "/apis/rbac.authorization.k8s.io/v1" + place;
        cluster.apply(rbac + "roles/" + name, """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: Role, rules: [{apiGroups: [operators.coreos.com],
                resources: [operatorconditions], resourceNames: [%s], verbs: [get, update, patch]}]}
                """.formatted(name));
        cluster.apply(rbac + "rolebindings/" + name, """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding,
                subjects: [{kind: ServiceAccount, namespace: %s, name: %s}],
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: %s}}
                """.formatted(OperatorCluster.NAMESPACE, Operators.ACCOUNT, name));
        return conditions + "/" + name;
    }

    /** Gives it Multus' kind, and Linkerd's configuration of its plugin. */
    static void attachments(OperatorCluster cluster) throws IOException {
        attachmentsAlone(cluster);
        cluster.apply("/api/v1/namespaces/linkerd-cni", "{apiVersion: v1, kind: Namespace}");
        cluster.apply("/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config", """
                {apiVersion: v1, kind: ConfigMap, data: {cni_network_config:
                '{"cniVersion": "0.3.0", "name": "linkerd-cni", "type": "linkerd-cni", "linkerd": {"proxy-uid": 2102}}'}}
                """);
    }

    /** Gives it Multus' kind, and nothing of Linkerd's. */
    static void attachmentsAlone(OperatorCluster cluster) throws IOException {
        cluster.apply(
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/network-attachment-definitions.k8s.cni.cncf.io",
                Files.readString(ATTACHMENTS));
    }

    /** Makes a meshed pod whose validator found no rules. */
    static void brokenPod(OperatorCluster cluster, String path) throws IOException {
        cluster.apply(
                path.replaceFirst("/pods/.*", "/serviceaccounts/default"),
                "{apiVersion: v1, kind: ServiceAccount, automountServiceAccountToken: false}");
        cluster.apply(path, """
                {apiVersion: v1, kind: Pod, metadata: {labels: {linkerd.io/control-plane-ns: linkerd},
                annotations: {k8s.v1.cni.cncf.io/networks: linkerd-cni},
                ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, controller: true, name: web, uid: 5f}]},
                spec: {containers: [{name: a, image: a}]}}
                """);
        cluster.edit(path + "/status", """
                {"status": {"initContainerStatuses": [{"name": "linkerd-network-validator", "image": "a", "imageID": "", "ready": false,
                 "restartCount": 0, "state": {"terminated": {"exitCode": 95}}}]}}
                """);
    }

    /** As a policy of the cluster's people would; returns when it is in force. */
    static void refuseNetworkPolicies(OperatorCluster cluster) throws IOException {
        var admission = "/apis/admissionregistration.k8s.io/v1/";
        cluster.apply(admission + "validatingadmissionpolicies/no-network-policies", """
                {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicy, spec: {
                matchConstraints: {resourceRules: [{apiGroups: [networking.k8s.io], apiVersions: [v1],
                operations: [CREATE], resources: [networkpolicies]}]}, validations: [{expression: 'false'}]}}
                """);
        cluster.apply(admission + "validatingadmissionpolicybindings/no-network-policies", """
                {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingAdmissionPolicyBinding,
                spec: {policyName: no-network-policies, validationActions: [Deny]}}
                """);
        var probe = new AtomicInteger();
        await("the policy is in force")
                .atMost(Duration.ofMinutes(1))
                .until(() -> isRefused(cluster, "probe-" + probe.incrementAndGet()));
    }

    private static boolean isRefused(OperatorCluster cluster, String networkPolicy) {
        try {
            cluster.apply("/apis/networking.k8s.io/v1/namespaces/default/networkpolicies/" + networkPolicy, """
                    {apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, spec: {podSelector: {}}}
                    """);
            return false;
        } catch (IOException _) {
            return true;
        }
    }
}
