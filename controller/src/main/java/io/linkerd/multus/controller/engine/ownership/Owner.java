// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;

/** Who owns the objects that the controller writes. */
public sealed interface Owner {

    /** Nobody shall: what we write stays after the release. */
    record Nobody() implements Owner {}

    /**
     * The release's ClusterRole is gone, or not there yet. Nothing may be written: nobody would ever remove it.
     *
     * @param name of the ClusterRole
     */
    record Missing(String name) implements Owner {}

    /**
     * The release's ClusterRole.
     *
     * @param name of the ClusterRole
     * @param uid of this very object, which a new release of the same name does not have
     */
    record Release(String name, String uid) implements Owner {}

    /** {@return the references that an object of ours has to carry} */
    default List<OwnerReference> references() {
        return switch (this) {
            case Nobody _, Missing _ -> List.of();
            case Release(var name, var uid) ->
                List.of(new OwnerReferenceBuilder()
                        .withApiVersion("rbac.authorization.k8s.io/v1")
                        .withKind("ClusterRole")
                        .withName(name)
                        .withUid(uid)
                        .build());
        };
    }

    /** {@return whether the object carries the references that it has to} */
    default boolean owns(HasMetadata object) {
        return switch (this) {
            case Nobody _ -> true;
            case Missing _ -> false;
            case Release release ->
                object.getMetadata().getOwnerReferences().stream()
                        .anyMatch(reference -> release.uid().equals(reference.getUid()));
        };
    }
}
