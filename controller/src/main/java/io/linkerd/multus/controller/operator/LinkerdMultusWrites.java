// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.engine.ControllerContext;
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
            send(object);
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
        object.getMetadata().setUid(multus.getMetadata().getUid());
        object.getMetadata().setResourceVersion(multus.getMetadata().getResourceVersion());
        object.setAdditionalProperty("status", status);
        return send(object);
    }

    private GenericKubernetesResource send(GenericKubernetesResource object) {
        var how = new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(context.instance().fieldManager())
                .withForce(true)
                .build();
        return context.writes()
                .send(
                        "patch " + LinkerdMultuses.RESOURCE + "/status",
                        client ->
                                LinkerdMultuses.at(client).subresource("status").patch(how, object));
    }

    /** Has it stay until {@link #release}. */
    void hold() {
        var object = bare();
        object.getMetadata().setFinalizers(List.of(LinkerdMultuses.FINALIZER));
        context.writes()
                .send(
                        "patch " + LinkerdMultuses.RESOURCE,
                        client -> client.genericKubernetesResources(LinkerdMultuses.CONTEXT)
                                .resource(object)
                                .fieldManager(context.instance().fieldManager())
                                .forceConflicts()
                                .serverSideApply());
    }

    /** Lets it go: what we apply does not name the finalizer any more. */
    void release() {
        context.writes()
                .send(
                        "patch " + LinkerdMultuses.RESOURCE,
                        client -> LinkerdMultuses.at(client).edit(there -> {
                            there.getMetadata().getFinalizers().remove(LinkerdMultuses.FINALIZER);
                            return there;
                        }));
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
