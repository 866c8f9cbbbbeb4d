// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.daemon.status.StatusAnnotation;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiTransport;
import java.net.HttpURLConnection;
import java.time.Duration;

/** Writes down at a pod which networks it has, by one call that reads nothing before. */
public final class PodStatuses {
    private static final String MERGE_PATCH = "application/merge-patch+json";

    /** Within a request. Upstream waits for as long as it takes. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** So often a patch that meets another write of the pod is made: the API server itself tries it five times each. */
    private static final int MOST_CONFLICTS = 5;

    private static final int UNPROCESSABLE = 422;
    private static final int TOO_MANY_REQUESTS = 429;

    private final ApiTransport reads;
    private final ApiTransport writes;
    private final PodReader pods = PodReader.asking();

    PodStatuses(ApiTransport reads, ApiTransport writes) {
        this.reads = reads;
        this.writes = writes;
    }

    /** Writes the annotation of a pod. */
    public StatusWrite write(NodePod pod, StatusAnnotation annotation, Deadline caller) {
        return patch(pod, annotation.mergePatch(pod.uid()), caller);
    }

    /** Takes the annotation away from a pod whose networks were taken back. */
    public StatusWrite remove(NodePod pod, Deadline caller) {
        return patch(pod, StatusAnnotation.removalPatch(pod.uid()), caller);
    }

    private StatusWrite patch(NodePod pod, String patch, Deadline caller) {
        var call = ApiCall.patch(path(pod) + "/status", MERGE_PATCH, patch);
        var deadline = caller.atMost(LONGEST);
        try (var _ = caller.during(deadline::abandon)) {
            return patched(pod, call, deadline, MOST_CONFLICTS);
        }
    }

    private StatusWrite patched(NodePod pod, ApiCall call, Deadline deadline, int conflicts) {
        return switch (writes.ask(call, deadline, ApiReading.nothing(true))) {
            case ApiAnswer.Answered<Boolean> _ -> new StatusWrite.Written();
            case ApiAnswer.Failed<Boolean>(ApiFailure.Conflict why)
            when afterRefusal(pod, why, deadline) instanceof StatusWrite.Refused && conflicts > 1 ->
                patched(pod, call, deadline, conflicts - 1);
            case ApiAnswer.Failed<Boolean>(var why) -> failed(pod, why, deadline);
        };
    }

    private StatusWrite failed(NodePod pod, ApiFailure why, Deadline deadline) {
        return switch (why) {
            case ApiFailure.NotFound _ -> new StatusWrite.PodGone();
            case ApiFailure.Conflict _ -> afterRefusal(pod, why, deadline);
            case ApiFailure.Refused refused when refused.status() == UNPROCESSABLE -> afterRefusal(pod, why, deadline);
            case ApiFailure.Refused refused
            when refused.status() < HttpURLConnection.HTTP_INTERNAL_ERROR && refused.status() != TOO_MANY_REQUESTS ->
                new StatusWrite.Refused(why.inWords());
            case ApiFailure.Forbidden _, ApiFailure.NamespaceTerminating _ -> new StatusWrite.Refused(why.inWords());
            case ApiFailure.Unauthorized _, ApiFailure.Refused _, ApiFailure.Unreachable _ ->
                new StatusWrite.Unanswered(why.inWords());
        };
    }

    /** API servers tell another pod of the name by 409 or by 422, and each may mean something else: the pod that is there decides. */
    private StatusWrite afterRefusal(NodePod pod, ApiFailure why, Deadline deadline) {
        return switch (reads.ask(ApiCall.metadata(path(pod)), deadline, pods::pod)) {
            case ApiAnswer.Answered<NodePod>(var now)
            when now.uid().equals(pod.uid()) -> new StatusWrite.Refused(why.inWords());
            case ApiAnswer.Answered<NodePod> _ -> new StatusWrite.OtherPod();
            case ApiAnswer.Failed<NodePod>(ApiFailure.NotFound _) -> new StatusWrite.PodGone();
            case ApiAnswer.Failed<NodePod> _ -> new StatusWrite.Refused(why.inWords());
        };
    }

    private static String path(NodePod pod) {
        return ApiPath.core("namespaces", pod.namespace(), "pods", pod.name());
    }
}
