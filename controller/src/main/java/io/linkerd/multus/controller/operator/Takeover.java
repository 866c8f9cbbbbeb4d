// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.controller.engine.ControllerContext;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes objects over from a Helm release, with the fields that Helm owns. */
record Takeover(ControllerContext context, OperandObjects objects) {
    private static final Logger log = LoggerFactory.getLogger(Takeover.class);

    /** {@return the fields of the object there that Helm owns and that are not asked for; none of an object that is this operator's already} */
    List<String> unsaid(GenericKubernetesResource asked) {
        return objects.read(ObjectKey.of(asked))
                .filter(there -> !objects.isOurs(there))
                .map(there -> HelmFields.of(there).unsaid(asked))
                .orElse(List.of());
    }

    /**
     * Has this operator own what Helm owns of the object there, so that applying it takes away what is not asked for. What a process before has
     * applied is looked at, too: an earlier version left it there.
     */
    void fromHelm(GenericKubernetesResource asked) {
        var key = ObjectKey.of(asked);
        if (objects.isApplied(key)) {
            return;
        }
        objects.read(key).ifPresent(there -> {
            var fields = HelmFields.of(there);
            fields.handedTo(objects.mark().manager()).ifPresent(entries -> {
                log.atInfo()
                        .addKeyValue("object", key)
                        .addKeyValue("removed", fields.unsaid(asked))
                        .log("taking over from Helm");
                context.writes().patch(key.kind().resource(), there, Map.of("managedFields", entries), Map.of());
            });
        });
    }
}
