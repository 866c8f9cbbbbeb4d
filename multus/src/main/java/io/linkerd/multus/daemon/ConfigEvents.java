// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import io.linkerd.multus.daemon.cluster.NodePod;
import io.linkerd.multus.daemon.cluster.PodEvents;
import io.linkerd.multus.daemon.generated.ConfigNotice;
import io.linkerd.multus.daemon.networks.PodAnnotations;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.status.PodEvent;
import java.util.Optional;

/** What an operator has to know of the container runtime's configuration, in Events about the daemon's own pod. */
record ConfigEvents(PodEvents events, Optional<PodIdentity> own) implements ConfigNotice.Taker {

    @Override
    public void accept(ConfigNotice notice) {
        own.ifPresent(pod -> events.tell(
                new NodePod(pod.namespace(), pod.name(), pod.uid(), PodAnnotations.NONE, Optional.empty()),
                new PodEvent("Warning", notice.reason(), notice.message())));
    }
}
