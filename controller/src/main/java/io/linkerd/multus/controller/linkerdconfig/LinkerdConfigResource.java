// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.api.Precondition;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.linkerdconfig.FieldProblem;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A {@code LinkerdConfig} as the API server returns it. Any object can be read, whichever schema admitted it. */
@Group(LinkerdConfig.GROUP)
@Version(LinkerdConfig.VERSION)
@Kind(LinkerdConfig.KIND)
@Plural(LinkerdConfig.PLURAL)
public final class LinkerdConfigResource extends CustomResource<JsonNode, JsonNode> {
    /** All of them. */
    public static final ApiResource<LinkerdConfigResource> RESOURCE = new ApiResource<>(
            LinkerdConfig.PLURAL + "." + LinkerdConfig.GROUP, client -> client.resources(LinkerdConfigResource.class));

    private static final long serialVersionUID = 1L;

    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    /** {@return what the plan needs of it} A spec that cannot be read at all has that as its problem. */
    public ObservedLinkerdConfig seen() {
        var metadata = getMetadata();
        return new ObservedLinkerdConfig(
                metadata.getName(),
                metadata.getUid(),
                Optional.ofNullable(metadata.getGeneration()).orElse(0L),
                Optional.ofNullable(metadata.getCreationTimestamp())
                        .map(Instant::parse)
                        .orElse(Instant.EPOCH),
                asked());
    }

    private LinkerdConfigSpec asked() {
        var object = new HashMap<String, Object>();
        object.put("metadata", Map.of("name", getMetadata().getName()));
        object.put("spec", getSpec());
        return switch (LinkerdConfig.read(JSON.asJson(object).getBytes(StandardCharsets.UTF_8))) {
            case Result.Ok<LinkerdConfig>(var config) -> LinkerdConfigSpec.of(config);
            case Result.Not<LinkerdConfig>(var reason) -> unreadable(reason);
        };
    }

    private LinkerdConfigSpec unreadable(String reason) {
        var none =
                LinkerdConfigSpec.of(new LinkerdConfig(getMetadata().getName(), ValueTree.Members.of(Map.of()), true));
        return new LinkerdConfigSpec(
                none.controlPlaneNamespace(),
                none.configMap(),
                none.mode(),
                none.allowPartial(),
                none.rollouts(),
                none.wanted(),
                none.fields(),
                none.trustAnchors(),
                none.homeless(),
                List.of(new FieldProblem("spec", reason)));
    }

    /** {@return the current object; empty where it is gone, or another one has its name} */
    public static Optional<LinkerdConfigResource> read(KubernetesClient client, ObservedLinkerdConfig seen) {
        return RESOURCE.read(client, "", seen.name())
                .filter(found -> seen.uid().equals(found.getMetadata().getUid()));
    }

    /** Applies the status of one field manager, with the object that was read as the precondition. */
    public void tell(ObjectWrites writes, String fieldManager, JsonNode status) {
        var told = new LinkerdConfigResource();
        told.setMetadata(
                new ObjectMetaBuilder().withName(getMetadata().getName()).build());
        told.setStatus(status);
        writes.applyStatus(RESOURCE, told, fieldManager, Precondition.asSeen(this));
    }

    /** {@return whether the cluster serves the kind} */
    static boolean isServed(KubernetesClient client) {
        return client.supports(LinkerdConfigResource.class);
    }
}
