// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A resource of the API, in the API's sense: the objects of one kind.
 *
 * @param inRbac what RBAC calls it, as in {@code rolebindings.rbac.authorization.k8s.io}
 * @param alsoNeeded what else it takes to write one, for a person who is told what is missing; empty where that is all
 * @param objects the client's way to all of them
 * @param <T> the client's class for one
 */
public record ApiResource<T extends HasMetadata>(
        String inRbac,
        String alsoNeeded,
        Function<KubernetesClient, ? extends MixedOperation<T, ?, ? extends Resource<T>>> objects) {
    /** Takes one that needs no other right. */
    public ApiResource(
            String inRbac, Function<KubernetesClient, ? extends MixedOperation<T, ?, ? extends Resource<T>>> objects) {
        this(inRbac, "", objects);
    }

    /** {@return the resource of which the client knows no class} {@code group} is empty for the core API. */
    public static ApiResource<GenericKubernetesResource> generic(
            String group, String version, String kind, String plural, boolean namespaced) {
        var context = new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(namespaced)
                .build();
        return new ApiResource<>(
                group.isEmpty() ? plural : plural + "." + group, client -> client.genericKubernetesResources(context));
    }

    /** {@return the object of that name; {@code namespace} is null or empty where the kind has none} */
    public Resource<T> at(KubernetesClient client, @Nullable String namespace, String name) {
        return in(client, namespace).withName(name);
    }

    /**
     * {@return it as the API server has it at this moment}
     *
     * @throws ApiException where the API server did not tell
     */
    public Optional<T> read(KubernetesClient client, @Nullable String namespace, String name) {
        return Optional.ofNullable(ApiException.call(
                "get " + inRbac, () -> at(client, namespace, name).get()));
    }

    /** {@return the objects of that namespace; all of them where it is null or empty} */
    public NonNamespaceOperation<T, ?, ? extends Resource<T>> in(KubernetesClient client, @Nullable String namespace) {
        var all = objects.apply(client);
        return namespace == null || namespace.isEmpty() ? all : all.inNamespace(namespace);
    }

    /** {@return the client's way to an object as it is given} */
    Resource<T> given(KubernetesClient client, T object) {
        return in(client, object.getMetadata().getNamespace()).resource(object);
    }

    /** {@return an object's kind and name in words} {@code namespace} is null or empty where the kind has none. */
    String named(@Nullable String namespace, String name) {
        return inRbac + " " + (namespace == null || namespace.isEmpty() ? name : namespace + "/" + name);
    }

    /** {@return the permission, for a person who is told that it is missing} {@code verb} is RBAC's, or several. */
    String permission(String verb) {
        return verb + " " + inRbac + (alsoNeeded.isEmpty() ? "" : ", and " + alsoNeeded);
    }
}
