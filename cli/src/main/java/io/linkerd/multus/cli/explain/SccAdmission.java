// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.AllowedUids;
import io.linkerd.multus.contracts.uids.SccRules;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What OpenShift's admission by SecurityContextConstraints does to a new pod before any webhook sees it, as far as the webhook reads it.
 * Whether they would admit the pod is not looked at.
 */
final class SccAdmission {
    private SccAdmission() {}

    /** {@return whether constraints have admitted the pod already} */
    static boolean isOver(ObjectNode pod) {
        return Trees.annotation(pod, OpenShift.SCC)
                .filter(name -> !name.isEmpty())
                .isPresent();
    }

    /** Has constraints admit the pod: it names them, and a container without a user id gets the one that they give. */
    static void apply(
            ObjectNode pod, String name, SccRules rules, Optional<String> uidRange, Consumer<String> assumed) {
        Trees.annotate(pod, OpenShift.SCC, name);
        assumed.accept(
                "SecurityContextConstraints " + name + " have admitted the pod (annotation " + OpenShift.SCC + ")");
        switch (AllowedUids.of(Optional.of(rules.runAsUser()), uidRange)) {
            case AllowedUids.Within(var range) -> fill(pod, range.first(), name, assumed);
            case AllowedUids.Only(var uid) -> fill(pod, uid, name, assumed);
            case AllowedUids.AnyNonRoot _ -> {}
            case AllowedUids.Unknown(var reason) ->
                assumed.accept("containers without a user id are left so, for what " + name + " give cannot be told: "
                        + reason);
        }
    }

    private static void fill(ObjectNode pod, long uid, String name, Consumer<String> assumed) {
        if (Trees.runAsUser(pod.path("spec")).isPresent()) {
            return;
        }
        var filled = new ArrayList<String>();
        Trees.containers(pod)
                .filter(container -> Trees.runAsUser(container).isEmpty())
                .forEach(container -> {
                    Trees.runAs(container, uid);
                    filled.add(container.path("name").asText());
                });
        if (!filled.isEmpty()) {
            assumed.accept(String.join(", ", filled) + (filled.size() == 1 ? " runs" : " run") + " as user " + uid
                    + ", which " + name + " give to containers without a user id");
        }
    }
}
