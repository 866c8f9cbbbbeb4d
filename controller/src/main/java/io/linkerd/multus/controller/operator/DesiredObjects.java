// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.controller.operand.BundleImages;
import io.linkerd.multus.controller.operand.Operand;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operand.Rendering;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The objects that a {@code LinkerdMultus} asks for, with who owns them.
 *
 * @param own the operator's namespace, as it was last seen
 */
record DesiredObjects(
        Rendering rendering, String namespace, BundleImages images, Supplier<Optional<NamespaceFacts>> own) {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    /** {@return every object that an operand can have} */
    List<ObjectKey> everyKey() {
        return rendering.all(namespace).stream().map(ObjectKey::of).distinct().toList();
    }

    /** {@return those of that spec, which has no problem} */
    List<GenericKubernetesResource> objects(OperandSpec spec, ObjectMeta multus) {
        return new Operand(spec, namespace, images)
                .objects(rendering).orElseThrow().stream()
                        .map(object -> owned(object, multus))
                        .toList();
    }

    /** {@return those of a spec that asks for nothing in particular} */
    Map<ObjectKey, GenericKubernetesResource> usual() {
        return new Operand(OperandSpec.EMPTY, namespace, images)
                .objects(rendering).orElseThrow().stream()
                        .map(object -> SERIALIZATION.convertValue(object, GenericKubernetesResource.class))
                        .collect(Collectors.toMap(ObjectKey::of, Function.identity()));
    }

    /** The webhook's configurations are of its namespace alone: whoever deletes that takes away who answers. */
    private GenericKubernetesResource owned(HasMetadata object, ObjectMeta multus) {
        var generic = SERIALIZATION.convertValue(object, GenericKubernetesResource.class);
        generic.getMetadata()
                .setOwnerReferences(
                        Stage.of(OperandKind.of(object)) == Stage.ADMISSION
                                ? own.get().stream()
                                        .map(there -> reference("v1", "Namespace", there.name(), there.uid()))
                                        .toList()
                                : List.of(reference(
                                        HasMetadata.getApiVersion(LinkerdMultusResource.class),
                                        HasMetadata.getKind(LinkerdMultusResource.class),
                                        multus.getName(),
                                        multus.getUid())));
        return generic;
    }

    private static OwnerReference reference(String apiVersion, String kind, String name, String uid) {
        return new OwnerReferenceBuilder()
                .withApiVersion(apiVersion)
                .withKind(kind)
                .withName(name)
                .withUid(uid)
                .build();
    }
}
