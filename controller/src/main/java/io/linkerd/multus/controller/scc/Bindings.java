// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.fabric8.kubernetes.api.model.rbac.SubjectBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.controller.api.ApiException;
import io.linkerd.multus.controller.api.Watched;
import io.linkerd.multus.controller.ownership.Owner;
import java.util.List;
import java.util.Optional;

/** The one RoleBinding: seen by a watch of its name, written by server-side apply. */
final class Bindings implements AutoCloseable {
    private static final String RESOURCE = "rolebindings.rbac.authorization.k8s.io";

    private final KubernetesClient client;
    private final Desired desired;
    private final Watched<RoleBinding> watched;

    /** Starts to watch; {@code onChange} is called after the binding came, changed or went. */
    Bindings(KubernetesClient client, Desired desired, Runnable onChange) {
        this.client = client;
        this.desired = desired;
        this.watched = Watched.start(
                "rolebindings named " + desired.name(),
                client.rbac()
                        .roleBindings()
                        .inNamespace(desired.namespace())
                        .withName(desired.name())
                        .runnableInformer(0),
                _ -> {},
                _ -> onChange.run());
    }

    boolean isComplete() {
        return watched.isComplete();
    }

    Binding current(Owner owner) {
        return Binding.of(watched.get(desired.namespace(), desired.name()), owner);
    }

    /** Writes it, on the condition that it still is as it was seen. */
    void write(Optional<String> seenVersion, Owner owner) {
        var binding = new RoleBindingBuilder()
                .withNewMetadata()
                .withNamespace(desired.namespace())
                .withName(desired.name())
                .withResourceVersion(seenVersion.orElse(null))
                .addToLabels(LinkerdMultus.MANAGED_BY_LABEL, LinkerdMultus.MANAGED_BY)
                .withOwnerReferences(owner.references())
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", desired.clusterRole())
                .withSubjects(subjects())
                .build();
        ApiException.call(
                "create and patch " + RESOURCE + ", and bind of clusterroles " + desired.clusterRole(), () -> {
                    var resource = client.rbac()
                            .roleBindings()
                            .inNamespace(desired.namespace())
                            .resource(binding)
                            .fieldManager(LinkerdMultus.CONTROLLER_FIELD_MANAGER);
                    return seenVersion.isPresent()
                            ? resource.forceConflicts().serverSideApply()
                            : resource.serverSideApply();
                });
    }

    void remove(String seenVersion) {
        ApiException.call(
                "delete " + RESOURCE,
                () -> client.rbac()
                        .roleBindings()
                        .inNamespace(desired.namespace())
                        .withName(desired.name())
                        .lockResourceVersion(seenVersion)
                        .delete());
    }

    @Override
    public void close() {
        watched.close();
    }

    private List<Subject> subjects() {
        return desired.serviceAccounts().stream()
                .sorted()
                .map(name -> new SubjectBuilder()
                        .withKind("ServiceAccount")
                        .withNamespace(desired.namespace())
                        .withName(name)
                        .build())
                .toList();
    }
}
