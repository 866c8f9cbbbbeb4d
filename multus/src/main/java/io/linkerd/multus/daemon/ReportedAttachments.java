// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import io.linkerd.multus.daemon.cluster.PodStatuses;
import io.linkerd.multus.daemon.cluster.StatusWrite;
import io.linkerd.multus.daemon.commands.Attached;
import io.linkerd.multus.daemon.commands.Pod;
import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.daemon.status.StatusAnnotation;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.EventPoster;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the API server is told of pods' networks, in the words of commands. */
record ReportedAttachments(PodStatuses statuses, EventPoster events) implements Attached {
    private static final Logger log = LoggerFactory.getLogger(ReportedAttachments.class);

    /** No Event says that a pod has networks which are taken back, since the API server does not know of them. */
    @Override
    public Publishing publish(Pod pod, Optional<StatusAnnotation> status, List<PodEvent> told, Deadline deadline) {
        var publishing = status.map(
                        annotation -> publishing(statuses.write(FollowedPods.nodePod(pod), annotation, deadline)))
                .orElseGet(Publishing.Published::new);
        if (publishing instanceof Publishing.Published) {
            told.forEach(event -> events.post(event.of(pod.identity())));
        }
        return publishing;
    }

    @Override
    public void withdraw(Pod pod, Deadline deadline) {
        if (publishing(statuses.remove(FollowedPods.nodePod(pod), deadline))
                instanceof Publishing.NotPublished(var reason)) {
            log.atWarn()
                    .addKeyValue("namespace", pod.identity().namespace())
                    .addKeyValue("pod", pod.identity().name())
                    .addKeyValue("reason", reason)
                    .log("the network-status of a pod names networks that were taken back, until its next ADD");
        }
    }

    private static Publishing publishing(StatusWrite write) {
        return switch (write) {
            case StatusWrite.Written _ -> new Publishing.Published();
            case StatusWrite.PodGone _, StatusWrite.OtherPod _ -> new Publishing.PodGone();
            case StatusWrite.Refused(var why) -> new Publishing.NotPublished(why);
            case StatusWrite.Unanswered(var why) -> new Publishing.NotPublished(why);
        };
    }
}
