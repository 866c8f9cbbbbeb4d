// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a RoleBinding says.
 *
 * @param clusterRole the ClusterRole that it gives, which nobody can change; any other role as kind/name
 * @param subjects who gets it: a service account as namespace/name, anything else as kind/name
 */
record Binding(String clusterRole, Set<String> subjects) {
    Binding {
        subjects = Set.copyOf(subjects);
    }

    static Binding of(RoleBinding binding) {
        var role = binding.getRoleRef();
        return new Binding(
                role.getKind().equals("ClusterRole") ? role.getName() : role.getKind() + "/" + role.getName(),
                binding.getSubjects().stream().map(Binding::nameOf).collect(Collectors.toSet()));
    }

    /** {@return the service account of that namespace/name} */
    static Subject serviceAccount(String subject) {
        var slash = subject.indexOf('/');
        return new SubjectBuilder()
                .withKind("ServiceAccount")
                .withNamespace(subject.substring(0, slash))
                .withName(subject.substring(slash + 1))
                .build();
    }

    private static String nameOf(Subject subject) {
        return (subject.getKind().equals("ServiceAccount") ? subject.getNamespace() : subject.getKind()) + "/"
                + subject.getName();
    }
}
