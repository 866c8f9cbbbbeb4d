// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.RolloutNames;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether a workload may be restarted when its pods are outdated. */
public enum RolloutOptIn {
    /** A label says so. */
    IN("is labelled " + RolloutNames.RECONCILE + "=" + RolloutNames.AUTO),
    /** No label says anything that counts. */
    SILENT("is not labelled " + RolloutNames.RECONCILE + "=" + RolloutNames.AUTO
            + ", nor is its pod template or namespace"),
    /** A label says no, which counts more than any that says yes. */
    OUT("is labelled " + RolloutNames.RECONCILE + "=" + Linkerd.DISABLED + ", or its pod template or namespace is"),
    /** Linkerd's webhooks leave the namespace alone, so a new pod would get nothing new. */
    NAMESPACE_OUT("is in a namespace that is labelled " + RolloutNames.ADMISSION_WEBHOOKS + "=" + Linkerd.DISABLED);

    private final String phrase;

    RolloutOptIn(String phrase) {
        this.phrase = phrase;
    }

    /** {@return why, to follow the name of the workload} */
    public String phrase() {
        return phrase;
    }

    /** {@return what the labels of a workload, of its pod template and of its namespace say together} */
    public static RolloutOptIn of(
            Map<String, String> workload, Map<String, String> template, Map<String, String> namespace) {
        if (Linkerd.DISABLED.equals(namespace.get(RolloutNames.ADMISSION_WEBHOOKS))) {
            return NAMESPACE_OUT;
        }
        var said = Stream.of(workload, template, namespace)
                .flatMap(labels -> Optional.ofNullable(labels.get(RolloutNames.RECONCILE)).stream())
                .collect(Collectors.toSet());
        if (said.contains(Linkerd.DISABLED)) {
            return OUT;
        }
        return said.contains(RolloutNames.AUTO) ? IN : SILENT;
    }
}
