// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.ObjectMarks;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Whose an object is, between the client's metadata and what plans know of it. */
public final class OwnedMetadata {
    private OwnedMetadata() {}

    /**
     * {@return what the object is to us}
     *
     * @param content reads what it says; empty where it says nothing of what ours say
     */
    static <T extends HasMetadata, C> Seen<C> seen(
            Optional<T> object, Function<T, Optional<C>> content, Instance instance, Owner owner) {
        return object.<Seen<C>>map(there -> Seen.of(marks(there), content.apply(there), instance, owner))
                .orElseGet(Seen.Absent::new);
    }

    /** {@return what tells whose the object is} */
    public static ObjectMarks marks(HasMetadata object) {
        var metadata = object.getMetadata();
        return new ObjectMarks(
                sight(object),
                Optional.ofNullable(metadata.getLabels()).orElse(Map.of()),
                metadata.getOwnerReferences().stream()
                        .map(reference -> new ObjectMarks.Reference(reference.getName(), reference.getUid()))
                        .toList());
    }

    /** {@return the state of the object that was seen} */
    static Seen.Sight sight(HasMetadata object) {
        var metadata = object.getMetadata();
        return new Seen.Sight(metadata.getUid(), metadata.getResourceVersion());
    }

    /** {@return the references that an object of ours has to carry} */
    public static List<OwnerReference> references(Owner owner) {
        return switch (owner) {
            case Owner.None _, Owner.Missing _ -> List.of();
            case Owner.Release(var name, var uid) ->
                List.of(new OwnerReferenceBuilder()
                        .withApiVersion("rbac.authorization.k8s.io/v1")
                        .withKind("ClusterRole")
                        .withName(name)
                        .withUid(uid)
                        .build());
        };
    }
}
