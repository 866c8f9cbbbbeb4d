// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.linkerd.multus.controller.engine.api.ApiResource;
import java.util.Map;
import java.util.Optional;

/**
 * A kind of which an operand has objects.
 *
 * @param kind as its objects say it
 * @param namespaced whether its objects are in a namespace
 */
record OperandKind(String kind, ApiResource<GenericKubernetesResource> resource, boolean namespaced) {
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String ADMISSION = "admissionregistration.k8s.io";

    private static final Map<String, OperandKind> ALL = Map.ofEntries(
            entry("", "ServiceAccount", "serviceaccounts", true),
            entry("", "Service", "services", true),
            entry("", "ConfigMap", "configmaps", true),
            entry("apps", "DaemonSet", "daemonsets", true),
            entry("apps", "Deployment", "deployments", true),
            entry("policy", "PodDisruptionBudget", "poddisruptionbudgets", true),
            entry("networking.k8s.io", "NetworkPolicy", "networkpolicies", true),
            entry(RBAC, "Role", "roles", true),
            entry(RBAC, "RoleBinding", "rolebindings", true),
            entry(RBAC, "ClusterRole", "clusterroles", false),
            entry(RBAC, "ClusterRoleBinding", "clusterrolebindings", false),
            entry(ADMISSION, "MutatingWebhookConfiguration", "mutatingwebhookconfigurations", false),
            entry(ADMISSION, "ValidatingWebhookConfiguration", "validatingwebhookconfigurations", false),
            entry("security.openshift.io", "SecurityContextConstraints", "securitycontextconstraints", false));

    private static Map.Entry<String, OperandKind> entry(String group, String kind, String plural, boolean namespaced) {
        return Map.entry(
                kind, new OperandKind(kind, ApiResource.generic(group, "v1", kind, plural, namespaced), namespaced));
    }

    /** {@return the kind of that object}, of which the chart is known to make some */
    static OperandKind of(HasMetadata object) {
        return named(object.getKind());
    }

    /** {@return the kind of that name} */
    static OperandKind named(String kind) {
        return Optional.ofNullable(ALL.get(kind))
                .orElseThrow(() -> new IllegalArgumentException("the operator does not know the kind " + kind));
    }

    /** {@return what it is called in RBAC, such as {@code roles.rbac.authorization.k8s.io}} */
    String inRbac() {
        return resource.inRbac();
    }
}
