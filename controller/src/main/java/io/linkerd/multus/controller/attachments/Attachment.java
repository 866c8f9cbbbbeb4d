// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.controller.ownership.Owner;
import java.util.Map;
import java.util.Optional;

/** The NetworkAttachmentDefinition {@code linkerd-cni} of a namespace, as it was last seen. */
sealed interface Attachment {

    /** There is none. */
    record Absent() implements Attachment {}

    /** Somebody else made it: it lacks our label. */
    record Foreign(String uid) implements Attachment {}

    /**
     * We made it.
     *
     * @param resourceVersion changes whenever anybody writes it
     * @param config what it says; empty where it says nothing
     * @param owned whether it names the owner that it has to
     */
    record Own(String uid, String resourceVersion, String config, boolean owned) implements Attachment {}

    static Attachment of(Optional<GenericKubernetesResource> seen, Owner owner) {
        if (seen.isEmpty()) {
            return new Absent();
        }
        var metadata = seen.get().getMetadata();
        var labels = Optional.ofNullable(metadata.getLabels()).orElse(Map.of());
        return LinkerdMultus.MANAGED_BY.equals(labels.get(LinkerdMultus.MANAGED_BY_LABEL))
                ? new Own(
                        metadata.getUid(), metadata.getResourceVersion(), configOf(seen.get()), owner.owns(seen.get()))
                : new Foreign(metadata.getUid());
    }

    static String configOf(GenericKubernetesResource attachment) {
        return attachment.getAdditionalProperties().get("spec") instanceof Map<?, ?> spec
                        && spec.get("config") instanceof String config
                ? config
                : "";
    }
}
