// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiTransport;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells Events about pods, beside the requests that they are about: no request waits for one, and none is failed by one. */
public final class PodEvents {
    private static final Logger log = LoggerFactory.getLogger(PodEvents.class);

    /** While an API server is restarted; after that the Event is lost, and the next has its turn. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** So that one that lasts takes no processor. */
    private static final Duration AFTER_A_FAULT = Duration.ofSeconds(1);

    private final ApiTransport reads;
    private final ApiTransport writes;
    private final String host;
    private final EventBacklog backlog;

    /** Of which classes faults of the daemon were logged, each once. */
    private final Set<Class<?>> known = new HashSet<>();

    PodEvents(ApiTransport reads, ApiTransport writes, String host, Clocks clocks) {
        this.reads = reads;
        this.writes = writes;
        this.host = host;
        this.backlog = new EventBacklog(clocks);
    }

    /** Has an Event told about a pod, soon. */
    public void tell(NodePod pod, PodEvent event) {
        backlog.add(new EventKey(new ObjectName(pod.namespace(), pod.name()), pod.uid(), event));
    }

    /** {@return how many Events the API server was never told} */
    public long lost() {
        return backlog.lost();
    }

    /** {@return how many are still to be told} */
    public long waiting() {
        return backlog.waiting();
    }

    /** Tells them one by one, until the thread is interrupted; one that a fault of the daemon keeps from being told is lost, and no other. */
    void run() {
        try {
            while (true) {
                var entry = Optional.<EventEntry>empty();
                try {
                    entry = Optional.of(backlog.next());
                    tell(entry.get());
                } catch (RuntimeException | Error fault) {
                    broken(fault);
                    entry.ifPresent(backlog::failed);
                    Thread.sleep(AFTER_A_FAULT);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void broken(Throwable fault) {
        var level = known.add(fault.getClass()) ? log.atError() : log.atDebug();
        level.setCause(fault).log("an Event was not told because of a fault of this daemon; the others are");
    }

    private void tell(EventEntry entry) {
        switch (entry.isThere() ? counted(entry) : posted(entry)) {
            case ApiAnswer.Answered<Boolean> _ -> backlog.told(entry);
            case ApiAnswer.Failed<Boolean>(var why) -> {
                backlog.failed(entry);
                log.atDebug()
                        .addKeyValue("event", entry.key().event().reason())
                        .addKeyValue("reason", why.inWords())
                        .log("an Event could not be told");
            }
        }
    }

    /** The API server forgets Events after an hour. */
    private ApiAnswer<Boolean> counted(EventEntry entry) {
        var call = ApiCall.patch(path(entry) + "/" + entry.name(), "application/merge-patch+json", entry.countPatch());
        var answer = writes.ask(call, deadline(), ApiReading.nothing(true));
        return answer instanceof ApiAnswer.Failed<Boolean>(ApiFailure.NotFound _) ? posted(entry) : answer;
    }

    /** Under a name of its own: one that is there already is this one, whose answer was lost. */
    private ApiAnswer<Boolean> posted(EventEntry entry) {
        var answer = reads.ask(ApiCall.post(path(entry), entry.object(host)), deadline(), ApiReading.nothing(true));
        return answer instanceof ApiAnswer.Failed<Boolean>(ApiFailure.Conflict _)
                ? new ApiAnswer.Answered<>(true)
                : answer;
    }

    private static Deadline deadline() {
        return Deadline.in(LONGEST, System::nanoTime);
    }

    private static String path(EventEntry entry) {
        return ApiPath.core("namespaces", entry.key().pod().namespace(), "events");
    }
}
