// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.watch.Watched;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operator.OperandStatus.RolledOut;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The one {@code LinkerdMultus} of the cluster, as it was last seen. */
final class LinkerdMultuses implements AutoCloseable {
    static final String NAME = "cluster";

    /** Keeps the object there until what it asked for has been taken away in order. */
    static final String FINALIZER = "multus.linkerd.io/cleanup";

    static final String API_VERSION = "multus.linkerd.io/v1alpha1";
    static final String KIND = "LinkerdMultus";

    static final ApiResource<GenericKubernetesResource> RESOURCE =
            ApiResource.generic("multus.linkerd.io", "v1alpha1", KIND, "linkerdmultuses", false);

    /** While OLM upgrades, the next version's schema is there before its operator, with defaults for what this one does not know. */
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization(
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build(),
            false);

    private final Watched<GenericKubernetesResource> watched;

    /** Prepares; {@code onChange} is called after it came, changed or went. */
    LinkerdMultuses(KubernetesClient client, Runnable onChange) {
        this.watched = new Watched<>(
                RESOURCE.inRbac() + " named " + NAME,
                RESOURCE.at(client, "", NAME).runnableInformer(0),
                _ -> {},
                _ -> onChange.run());
    }

    void start() {
        watched.start();
    }

    boolean isComplete() {
        return watched.isComplete();
    }

    List<String> whyNotReady() {
        return watched.whyNotReady();
    }

    Optional<GenericKubernetesResource> current() {
        return watched.get(NAME);
    }

    static OperandSpec spec(GenericKubernetesResource multus) {
        var spec = multus.<Object>get("spec");
        return spec == null ? OperandSpec.EMPTY : SERIALIZATION.convertValue(spec, OperandSpec.class);
    }

    /** {@return what was last rolled out in full} */
    static Optional<RolledOut> rolledOut(GenericKubernetesResource multus) {
        return multus.<Object>get("status", "rolledOut", "generation") instanceof Number generation
                ? Optional.of(new RolledOut(generation.longValue(), multus.get("status", "rolledOut", "version")))
                : Optional.empty();
    }

    /** {@return the namespace of the operator that carries it out} */
    static Optional<String> keeper(GenericKubernetesResource multus) {
        return multus.<Object>get("status", "namespace") instanceof String keeper
                ? Optional.of(keeper)
                : Optional.empty();
    }

    /** {@return the word for how it is} */
    static String reason(GenericKubernetesResource multus) {
        return multus.<Object>get("status", "reason") instanceof String reason ? reason : "";
    }

    /** {@return how many namespaces it was told of} */
    static Optional<NamespaceCounts> namespaces(GenericKubernetesResource multus) {
        return multus.<Object>get("status", "namespaces") instanceof Map<?, ?> told
                ? Optional.of(NamespaceCounts.of(told))
                : Optional.empty();
    }

    static List<Condition> conditions(GenericKubernetesResource multus) {
        return multus.<Object>get("status", "conditions") instanceof List<?> conditions
                ? conditions.stream()
                        .map(condition -> SERIALIZATION.convertValue(condition, Condition.class))
                        .toList()
                : List.of();
    }

    static boolean isHeld(GenericKubernetesResource multus) {
        return multus.getMetadata().getFinalizers().contains(FINALIZER);
    }

    static boolean isLeaving(GenericKubernetesResource multus) {
        return multus.getMetadata().getDeletionTimestamp() != null;
    }

    /** {@return whether what it made is being made nobody's, so that it stays} */
    static boolean isOrphaning(GenericKubernetesResource multus) {
        return multus.getMetadata().getFinalizers().contains("orphan");
    }

    Stream<String> keys() {
        return Stream.of(NAME);
    }

    @Override
    public void close() {
        watched.close();
    }
}
