// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.Precondition;
import java.util.List;
import java.util.Map;

/** What the {@code LinkerdMultus} is told, and what keeps it there. */
final class LinkerdMultusWrites {
    private final ControllerContext context;

    LinkerdMultusWrites(ControllerContext context) {
        this.context = context;
    }

    /** Tells the status. */
    void tell(LinkerdMultusStatus status, Precondition precondition) {
        var object = bare();
        object.setStatus(status);
        send(object, precondition);
    }

    /**
     * Says that the operator of that namespace carries it out, on the condition that it still is as it was seen: of two operators that
     * see it at once, one does.
     *
     * @return it as it is then
     */
    LinkerdMultusResource claim(LinkerdMultusResource multus, String namespace) {
        var object = bare();
        object.setStatus(multus.told().claimedBy(namespace));
        return send(object, Precondition.asSeen(multus));
    }

    private LinkerdMultusResource send(LinkerdMultusResource object, Precondition precondition) {
        return context.writes()
                .applyStatus(
                        LinkerdMultuses.RESOURCE, object, context.instance().fieldManager(), precondition);
    }

    /** Has it stay until {@link #release}. {@return it as it is then} */
    LinkerdMultusResource hold(LinkerdMultusResource multus) {
        var object = bare();
        object.getMetadata().setFinalizers(List.of(LinkerdMultuses.FINALIZER));
        return context.writes()
                .apply(
                        LinkerdMultuses.RESOURCE,
                        object,
                        context.instance().fieldManager(),
                        Precondition.asSeen(multus));
    }

    /** Lets it go, as it was seen: applying without the finalizer would not take it from another manager, as that of a backup. */
    void release(LinkerdMultusResource multus) {
        var finalizers = multus.getMetadata().getFinalizers().stream()
                .filter(finalizer -> !finalizer.equals(LinkerdMultuses.FINALIZER))
                .toList();
        context.writes().patch(LinkerdMultuses.RESOURCE, multus, Map.of("finalizers", finalizers), Map.of());
    }

    private static LinkerdMultusResource bare() {
        var bare = new LinkerdMultusResource();
        bare.setMetadata(new ObjectMetaBuilder().withName(LinkerdMultuses.NAME).build());
        return bare;
    }
}
