// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.controller.api.ApiException;
import io.linkerd.multus.controller.api.Watched;
import io.linkerd.multus.controller.ownership.Owner;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The attachments of all namespaces: what was last seen of them, including what we wrote ourselves a moment ago. */
final class Attachments implements AutoCloseable {
    private static final ResourceDefinitionContext KIND = new ResourceDefinitionContext.Builder()
            .withGroup(Multus.GROUP)
            .withVersion(Multus.VERSION)
            .withKind(Multus.KIND)
            .withPlural(Multus.PLURAL)
            .withNamespaced(true)
            .build();
    private static final String RESOURCE = Multus.PLURAL + "." + Multus.GROUP;
    private static final long PAGE = 1000;

    private final KubernetesClient client;
    private final OwnWrites ownWrites = new OwnWrites(System::nanoTime);
    private final Watched<GenericKubernetesResource> watched;

    /** Starts to watch; {@code onChange} is told the namespace of each attachment that came, changed or went. */
    Attachments(KubernetesClient client, Consumer<String> onChange) {
        this.client = client;
        var texts = new SharedText();
        this.watched = Watched.start(
                Multus.PLURAL + "." + Multus.GROUP,
                client.genericKubernetesResources(KIND)
                        .inAnyNamespace()
                        .withField("metadata.name", Multus.ATTACHMENT)
                        .withLimit(PAGE)
                        .runnableInformer(0),
                attachment -> slim(attachment, texts),
                attachment -> {
                    String namespace = attachment.getMetadata().getNamespace();
                    ownWrites.seen(namespace, attachment.getMetadata().getResourceVersion());
                    onChange.accept(namespace);
                });
    }

    Attachment in(String namespace, Owner owner) {
        return ownWrites
                .notSeenYet(namespace)
                .orElseGet(() -> Attachment.of(watched.get(namespace, Multus.ATTACHMENT), owner));
    }

    /** Namespaces that have an attachment of that name, whoever made it. */
    Stream<String> namespaces() {
        return watched.all().map(attachment -> attachment.getMetadata().getNamespace());
    }

    Optional<String> missing() {
        return watched.missing();
    }

    /**
     * Writes it by server-side apply. Where there was one, the resource version makes sure that it still is as it was seen, and
     * fields that somebody else took are taken back; where there was none, a conflict tells that somebody else made one.
     */
    void write(String namespace, AttachmentAction.Write action, Owner owner) {
        var attachment = new GenericKubernetesResourceBuilder()
                .withApiVersion(Multus.GROUP + "/" + Multus.VERSION)
                .withKind(Multus.KIND)
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(Multus.ATTACHMENT)
                .withResourceVersion(action.seenVersion().orElse(null))
                .addToLabels(LinkerdMultus.MANAGED_BY_LABEL, LinkerdMultus.MANAGED_BY)
                .withOwnerReferences(owner.references())
                .endMetadata()
                .addToAdditionalProperties("spec", Map.of("config", action.config()))
                .build();
        var written = ApiException.call("create and patch " + RESOURCE, () -> {
            var resource = client.genericKubernetesResources(KIND)
                    .inNamespace(namespace)
                    .resource(attachment)
                    .fieldManager(LinkerdMultus.CONTROLLER_FIELD_MANAGER);
            return action.seenVersion().isPresent()
                    ? resource.forceConflicts().serverSideApply()
                    : resource.serverSideApply();
        });
        String version = written.getMetadata().getResourceVersion();
        ownWrites.wrote(
                namespace,
                version,
                Attachment.of(Optional.of(written), owner),
                watched.get(namespace, Multus.ATTACHMENT)
                        .map(seen -> seen.getMetadata().getResourceVersion()));
    }

    void remove(String namespace, String seenVersion) {
        ApiException.call(
                "delete " + RESOURCE,
                () -> client.genericKubernetesResources(KIND)
                        .inNamespace(namespace)
                        .withName(Multus.ATTACHMENT)
                        .lockResourceVersion(seenVersion)
                        .delete());
        ownWrites.forget(namespace);
    }

    @Override
    public void close() {
        watched.close();
    }

    private static void slim(GenericKubernetesResource attachment, SharedText texts) {
        attachment.getMetadata().setAnnotations(null);
        attachment.setAdditionalProperty("spec", Map.of("config", texts.shared(Attachment.configOf(attachment))));
    }
}
