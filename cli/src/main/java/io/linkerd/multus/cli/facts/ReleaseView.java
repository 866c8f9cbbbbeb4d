// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import java.util.List;
import java.util.Optional;

/**
 * The release of linkerd-multus.
 *
 * @param namespace it is in; empty where there is none to be seen
 * @param parts its Deployments and DaemonSets
 * @param scope where the attachments are, as its webhook was told
 */
public record ReleaseView(Optional<String> namespace, List<WorkloadView> parts, AttachmentScope scope) {
    private static final String WEBHOOK = "webhook";

    /** None. */
    public static final ReleaseView NONE = new ReleaseView(Optional.empty(), List.of(), AttachmentScope.PER_NAMESPACE);

    /** Copies. */
    public ReleaseView {
        parts = List.copyOf(parts);
    }

    /** {@return whether its controller was told to leave that namespace alone, whatever that asks for} */
    public boolean leavesAlone(String name) {
        return part("controller")
                .map(WorkloadView::environment)
                .filter(told -> ControllerRules.excluded(told).has(name))
                .isPresent();
    }

    /** {@return its webhooks: one, but where there are two releases} */
    public List<WorkloadView> webhooks() {
        return parts.stream().filter(part -> part.part().equals(WEBHOOK)).toList();
    }

    /** {@return the part of that name, as in {@code installer}} */
    public Optional<WorkloadView> part(String name) {
        return parts.stream().filter(part -> part.part().equals(name)).findFirst();
    }
}
