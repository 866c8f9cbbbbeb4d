// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.LinkerdView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.NodeView;
import io.linkerd.multus.cli.facts.PlatformView;
import io.linkerd.multus.cli.facts.PodView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WebhookView;
import java.time.Instant;
import java.util.List;

/**
 * What this user sees of a cluster, or of one namespace of it.
 *
 * @param server version of the API server, as in {@code v1.34.1}
 * @param attachments absent where the cluster does not know their kind, and so has no Multus
 * @param passedOver pods that ask for a proxy, and have none
 * @param refusals Events of pods that could not be made; the newest first
 * @param failures Deployments that say themselves that a pod could not be made, as Events about them
 * @param sandboxes Events of networks that could not be made; the newest first
 * @param warnings Events of the release's own namespace; the newest first
 * @param platform what the platform asks for besides
 * @param client version of this program
 * @param now the moment
 */
public record Picture(
        Sight<String> server,
        LinkerdView linkerd,
        Sight<ReleaseView> release,
        Sight<List<WebhookView>> webhooks,
        Sight<List<NodeView>> nodes,
        Sight<List<NamespaceView>> namespaces,
        Sight<List<AttachmentView>> attachments,
        Sight<List<PodView>> pods,
        Sight<List<PodView>> passedOver,
        Sight<List<EventView>> refusals,
        Sight<List<EventView>> failures,
        Sight<List<EventView>> sandboxes,
        Sight<List<EventView>> warnings,
        PlatformView platform,
        String client,
        Instant now) {

    /** {@return the release, or none} */
    ReleaseView known() {
        return release.seen().orElse(ReleaseView.NONE);
    }
}
