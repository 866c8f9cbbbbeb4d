// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.Precondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the {@code LinkerdMultus} is told, and what keeps it there. */
final class LinkerdMultusWrites {
    private final KubernetesSerialization serialization = new KubernetesSerialization();
    private final ControllerContext context;

    LinkerdMultusWrites(ControllerContext context) {
        this.context = context;
    }

    /** Tells the status, where it says something new. */
    void tell(GenericKubernetesResource multus, OperandStatus status) {
        var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        // Through its text, so that numbers are of the types that they are read as.
        var told = serialization.unmarshal(
                serialization.asJson(status.over(LinkerdMultuses.conditions(multus), now)), Map.class);
        if (!told.equals(multus.get("status"))) {
            var object = bare();
            object.setAdditionalProperty("status", told);
            send(object, new Precondition.None());
        }
    }

    /**
     * Says that the operator of that namespace carries it out, on the condition that it still is as it was seen: of two operators that
     * see it at once, one does.
     *
     * @return it as it is then
     */
    GenericKubernetesResource claim(GenericKubernetesResource multus, String namespace) {
        var status = new LinkedHashMap<Object, Object>();
        if (multus.<Object>get("status") instanceof Map<?, ?> before) {
            status.putAll(before);
        }
        if (LinkerdMultuses.keeper(multus).isPresent()) {
            // What another one rolled out is not here.
            status.remove("rolledOut");
        }
        status.put("namespace", namespace);
        var object = bare();
        object.setAdditionalProperty("status", status);
        return send(object, Precondition.asSeen(multus));
    }

    private GenericKubernetesResource send(GenericKubernetesResource object, Precondition precondition) {
        return context.writes()
                .applyStatus(
                        LinkerdMultuses.RESOURCE, object, context.instance().fieldManager(), precondition);
    }

    /** Has it stay until {@link #release}. */
    void hold() {
        var object = bare();
        object.getMetadata().setFinalizers(List.of(LinkerdMultuses.FINALIZER));
        context.writes()
                .apply(LinkerdMultuses.RESOURCE, object, context.instance().fieldManager(), new Precondition.None());
    }

    /** Lets it go, as it was seen: applying without the finalizer would not take it from another manager, as that of a backup. */
    void release(GenericKubernetesResource multus) {
        var metadata = multus.getMetadata();
        var finalizers = metadata.getFinalizers().stream()
                .filter(finalizer -> !finalizer.equals(LinkerdMultuses.FINALIZER))
                .toList();
        context.writes()
                .patch(
                        LinkerdMultuses.RESOURCE,
                        "",
                        LinkerdMultuses.NAME,
                        Map.of(
                                "metadata",
                                Map.of(
                                        "uid",
                                        metadata.getUid(),
                                        "resourceVersion",
                                        metadata.getResourceVersion(),
                                        "finalizers",
                                        finalizers)));
    }

    private static GenericKubernetesResource bare() {
        return new GenericKubernetesResourceBuilder()
                .withApiVersion(LinkerdMultuses.API_VERSION)
                .withKind(LinkerdMultuses.KIND)
                .withMetadata(
                        new ObjectMetaBuilder().withName(LinkerdMultuses.NAME).build())
                .build();
    }
}
