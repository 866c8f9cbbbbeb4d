// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.service.kube.HeadReader;
import io.linkerd.multus.service.kube.ObjectHead;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Asks, outside the watch, whether our DaemonSet stands, and stays. It does not where its namespace is being deleted: since Kubernetes 1.33
 * the pods of a namespace are deleted while everything else in it still stands (KEP-5080, ordered namespace deletion).
 *
 * <p>Each look has connections of its own: one that is kept leads to the same API server again, which may have just started.
 */
public final class LastLook {
    private static final HeadReader HEADS = new HeadReader(Set.of());

    private final Supplier<? extends ApiTransport> connections;
    private final ApiCall namespace;
    private final ApiCall daemonSet;

    /** Looks by what that supplies at that DaemonSet. */
    public LastLook(Supplier<? extends ApiTransport> connections, String namespace, String daemonSet) {
        this.connections = connections;
        this.namespace = ApiCall.metadata(ApiPath.core("namespaces", namespace));
        this.daemonSet = ApiCall.metadata(ApiPath.of(DaemonSetWatch.collection(namespace), daemonSet));
    }

    /** {@return what is seen within that time} */
    public ApiAnswer<Sighting> look(Duration longest) {
        var api = connections.get();
        var deadline = Deadline.in(longest, System::nanoTime);
        return switch (api.ask(namespace, deadline, HEADS::object)) {
            case ApiAnswer.Answered<ObjectHead>(var found)
            when found.leaving() -> new ApiAnswer.Answered<>(DaemonSetWatch.NAMESPACE_LEAVES);
            // Without the right to look at the namespace, which an earlier chart did not give, the DaemonSet has to do.
            case ApiAnswer.Answered<ObjectHead> _,
                    ApiAnswer.Failed<ObjectHead>(ApiFailure.Forbidden _),
                    ApiAnswer.Failed<ObjectHead>(ApiFailure.NotFound _) ->
                api.ask(daemonSet, deadline, HEADS::object).map(DaemonSetWatch::sightingOf);
            case ApiAnswer.Failed<ObjectHead>(var why) -> new ApiAnswer.Failed<>(why);
        };
    }
}
