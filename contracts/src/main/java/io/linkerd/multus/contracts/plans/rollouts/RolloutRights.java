// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.rollouts;

/**
 * The rights that rollouts take, as a manifest for an administrator: an operator that OLM installs does not have them. They are those of the
 * chart, but that the policy leaves out the operator's own namespace.
 */
public final class RolloutRights {
    private static final String MANIFEST = """
            # Workloads whose pods are outdated are restarted, in whatever namespace they are, by two annotations of their pod templates. The policy
            # of the same name refuses any other change.
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata:
              name: ACCOUNT-rollouts
            rules:
              - apiGroups: [apps]
                resources: [deployments, statefulsets, daemonsets, replicasets]
                verbs: [get, list, watch, patch]
              # Whose pods are not restarted: their owners are looked at, and told.
              - apiGroups: [""]
                resources: [replicationcontrollers]
                verbs: [get]
              - apiGroups: [batch]
                resources: [jobs]
                verbs: [get]
              - apiGroups: [policy]
                resources: [poddisruptionbudgets]
                verbs: [get, list, watch]
              - apiGroups: [""]
                resources: [pods]
                verbs: [get, list, watch]
              # The pods of a workload that does not replace them itself.
              - apiGroups: [""]
                resources: [pods/eviction]
                verbs: [create]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata:
              name: ACCOUNT-rollouts
            roleRef:
              apiGroup: rbac.authorization.k8s.io
              kind: ClusterRole
              name: ACCOUNT-rollouts
            subjects:
              - kind: ServiceAccount
                name: ACCOUNT
                namespace: NAMESPACE
            ---
            # What a new pod would get is asked by creating one that is not kept.
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata:
              name: ACCOUNT-dry-runs
              namespace: NAMESPACE
            rules:
              - apiGroups: [""]
                resources: [pods]
                verbs: [create]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata:
              name: ACCOUNT-dry-runs
              namespace: NAMESPACE
            roleRef:
              apiGroup: rbac.authorization.k8s.io
              kind: Role
              name: ACCOUNT-dry-runs
            subjects:
              - kind: ServiceAccount
                name: ACCOUNT
                namespace: NAMESPACE
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata:
              name: ACCOUNT-rollouts
            spec:
              failurePolicy: Fail
              matchConstraints:
                resourceRules:
                  - apiGroups: [apps]
                    apiVersions: [v1]
                    operations: [CREATE, UPDATE, DELETE]
                    resources: [deployments, statefulsets, daemonsets, replicasets]
              matchConditions:
                - name: controller
                  expression: request.userInfo.username == "system:serviceaccount:NAMESPACE:ACCOUNT"
                # There the operator keeps its own workloads, by a Role of the bundle's.
                - name: elsewhere
                  expression: request.namespace != "NAMESPACE"
              variables:
                # Without their types: only so can their fields be walked.
                - name: before
                  expression: dyn(oldObject)
                - name: after
                  expression: dyn(object)
                - name: markBefore
                  expression: 'has(variables.before.spec.template.metadata) ? variables.before.spec.template.metadata : dyn({})'
                - name: markAfter
                  expression: 'has(variables.after.spec.template.metadata) ? variables.after.spec.template.metadata : dyn({})'
                - name: notesBefore
                  expression: 'has(variables.markBefore.annotations) ? variables.markBefore.annotations : dyn({})'
                - name: notesAfter
                  expression: 'has(variables.markAfter.annotations) ? variables.markAfter.annotations : dyn({})'
              validations:
                - expression: request.operation == "UPDATE"
                  message: the controller of linkerd-multus may neither create nor delete workloads
                # The API server itself writes these three.
                - expression: >-
                    request.operation != "UPDATE" || (
                    variables.after.metadata.all(key, key in ["generation", "managedFields", "resourceVersion"] ||
                    (key in variables.before.metadata && variables.after.metadata[key] == variables.before.metadata[key])) &&
                    variables.before.metadata.all(key, key in ["generation", "managedFields", "resourceVersion"] ||
                    key in variables.after.metadata))
                  message: the controller of linkerd-multus may not change the metadata of workloads
                - expression: >-
                    request.operation != "UPDATE" || (
                    variables.after.spec.all(key, key == "template" ||
                    (key in variables.before.spec && variables.after.spec[key] == variables.before.spec[key])) &&
                    variables.before.spec.all(key, key in variables.after.spec))
                  message: the controller of linkerd-multus may change no field of workloads but two annotations of their pod templates
                - expression: >-
                    request.operation != "UPDATE" || (
                    variables.after.spec.template.all(key, key == "metadata" ||
                    (key in variables.before.spec.template && variables.after.spec.template[key] == variables.before.spec.template[key])) &&
                    variables.before.spec.template.all(key, key == "metadata" || key in variables.after.spec.template))
                  message: the controller of linkerd-multus may change nothing of pod templates but two annotations
                - expression: >-
                    request.operation != "UPDATE" || (
                    variables.markAfter.all(key, key == "annotations" ||
                    (key in variables.markBefore && variables.markAfter[key] == variables.markBefore[key])) &&
                    variables.markBefore.all(key, key == "annotations" || key in variables.markAfter))
                  message: the controller of linkerd-multus may change nothing of the metadata of pod templates but two annotations
                - expression: >-
                    request.operation != "UPDATE" || (
                    variables.notesAfter.all(key, key in ["kubectl.kubernetes.io/restartedAt", "multus.linkerd.io/rolled-out-for"] ||
                    (key in variables.notesBefore && variables.notesAfter[key] == variables.notesBefore[key])) &&
                    variables.notesBefore.all(key, key in variables.notesAfter))
                  message: the controller of linkerd-multus may change no annotation of pod templates but kubectl.kubernetes.io/restartedAt and multus.linkerd.io/rolled-out-for
                - expression: >-
                    request.operation != "UPDATE" || (
                    "kubectl.kubernetes.io/restartedAt" in variables.notesAfter && "multus.linkerd.io/rolled-out-for" in variables.notesAfter &&
                    variables.notesAfter["kubectl.kubernetes.io/restartedAt"].matches("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$") &&
                    variables.notesAfter["multus.linkerd.io/rolled-out-for"].matches("^[0-9a-f]{16}[.][0-9]{1,19}-[0-9A-Za-z]{0,8}$"))
                  message: the controller of linkerd-multus may write a moment and the mark of a rollout into these annotations, and nothing else
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata:
              name: ACCOUNT-rollouts
            spec:
              policyName: ACCOUNT-rollouts
              validationActions: [Deny]
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata:
              name: ACCOUNT-dry-runs
            spec:
              failurePolicy: Fail
              matchConstraints:
                resourceRules:
                  - apiGroups: [""]
                    apiVersions: [v1]
                    operations: [CREATE]
                    resources: [pods]
              matchConditions:
                - name: controller
                  expression: request.userInfo.username == "system:serviceaccount:NAMESPACE:ACCOUNT"
              validations:
                - expression: has(request.dryRun) && request.dryRun && request.namespace == "NAMESPACE"
                  message: the controller of linkerd-multus may create pods only as a dry run, and only in namespace NAMESPACE
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata:
              name: ACCOUNT-dry-runs
            spec:
              policyName: ACCOUNT-dry-runs
              validationActions: [Deny]
            """;

    private RolloutRights() {}

    /**
     * {@return the manifest, to be applied as it is}
     *
     * @param namespace of the operator; pods are created there as a dry run
     * @param account the operator's service account
     */
    public static String manifest(String namespace, String account) {
        return MANIFEST.replace("NAMESPACE", namespace).replace("ACCOUNT", account);
    }
}
