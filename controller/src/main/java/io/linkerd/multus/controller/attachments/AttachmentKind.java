// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.linkerd.multus.contracts.Sha256;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.plans.attachments.AttachOperatorConfig;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.ownership.KeptKind;
import io.linkerd.multus.controller.engine.ownership.OwnedMetadata;
import io.linkerd.multus.service.kube.ApiPath;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * The NetworkAttachmentDefinition {@code linkerd-cni} of each namespace; what it says is its configuration. One without
 * any has Multus take what lies on the node under its name, which is somebody else's wish; never ours, so that one of ours says it by
 * mistake.
 */
final class AttachmentKind implements KeptKind<GenericKubernetesResource, String> {
    static final String LABEL = "network-attachment";

    private static final ApiResource<GenericKubernetesResource> RESOURCE =
            ApiResource.generic(Multus.GROUP, Multus.VERSION, Multus.KIND, Multus.PLURAL, true);

    /** Linkerd's has a thousand characters; of one that was made longer by hand a digest is kept, which equals no configuration of ours. */
    private static final int LONGEST = 4 << 10;

    private final Predicate<String> adopts;
    /** Thousands of equal configurations follow each other: they are one in memory. */
    private final AtomicReference<String> lastConfig = new AtomicReference<>("");

    /** {@code adopts} tells the namespaces in which those of the attach operator are taken for ours. */
    AttachmentKind(Predicate<String> adopts) {
        this.adopts = adopts;
    }

    @Override
    public String label() {
        return LABEL;
    }

    @Override
    public ApiResource<GenericKubernetesResource> resource() {
        return RESOURCE;
    }

    @Override
    public String name() {
        return Multus.ATTACHMENT;
    }

    @Override
    public Class<GenericKubernetesResource> type() {
        return GenericKubernetesResource.class;
    }

    @Override
    public String collection() {
        return ApiPath.group(Multus.GROUP, Multus.VERSION, Multus.PLURAL);
    }

    @Override
    public Optional<String> contentOf(GenericKubernetesResource attachment) {
        return attachment.getAdditionalProperties().get("spec") instanceof Map<?, ?> spec
                        && spec.get("config") instanceof String config
                ? Optional.of(config)
                : Optional.empty();
    }

    @Override
    public GenericKubernetesResource saying(String config) {
        return new GenericKubernetesResourceBuilder()
                .withApiVersion(Multus.GROUP + "/" + Multus.VERSION)
                .withKind(Multus.KIND)
                .addToAdditionalProperties("spec", Map.of("config", config))
                .build();
    }

    @Override
    public boolean isTakenOver(GenericKubernetesResource attachment) {
        return adopts.test(attachment.getMetadata().getNamespace())
                && AttachOperatorConfig.isLeftBehind(OwnedMetadata.marks(attachment), contentOf(attachment));
    }

    @Override
    public void slim(GenericKubernetesResource attachment) {
        var config = contentOf(attachment)
                .map(says -> says.length() > LONGEST ? says.length() + " characters, " + Sha256.of(says) : says)
                .map(says -> lastConfig.updateAndGet(last -> last.equals(says) ? last : says));
        attachment.getMetadata().setAnnotations(null);
        attachment.setAdditionalProperty(
                "spec", config.map(shared -> Map.of("config", shared)).orElse(Map.of()));
    }
}
