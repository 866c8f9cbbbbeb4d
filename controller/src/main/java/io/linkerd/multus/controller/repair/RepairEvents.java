// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.RefusedEvents;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.notices.EventRecorder;
import io.linkerd.multus.controller.engine.notices.Occurrence;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Events about pods that are replaced, and about their owners. Those that are refused are remembered until nothing is left to replace. */
final class RepairEvents {
    private static final Logger log = LoggerFactory.getLogger(RepairEvents.class);
    private static final String KIND = "replaced/";

    private final EventRecorder events;
    private final RefusedEvents refused;

    RepairEvents(EventRecorder events, RefusedEvents refused) {
        this.events = events;
        this.refused = refused;
    }

    /** {@return when that notice was told last} */
    Optional<Occurrence> told(Notice notice) {
        return events.told(notice);
    }

    /** {@return when that happened last} */
    Optional<Occurrence> last(Notice notice) {
        return events.last(notice);
    }

    /**
     * Tells it, with word for the next leader.
     *
     * @throws ApiException where that was not done
     */
    void happened(Notice notice, Map<String, String> word) {
        var subject = notice.subject();
        var about = about(subject.namespace(), subject.kind(), subject.name());
        try {
            events.happened(notice, word);
            refused.end(subject.namespace(), about);
        } catch (ApiException e) {
            if (e.isRefusal()) {
                refused.refused(subject.namespace(), about);
            }
            throw e;
        }
    }

    /** Events may be refused: what became of the pod is known all the same. */
    void tell(Notice notice) {
        try {
            happened(notice, Map.of());
        } catch (ApiException e) {
            if (!e.isRefusal()) {
                throw e;
            }
            log.atWarn()
                    .addKeyValue("namespace", notice.subject().namespace())
                    .addKeyValue("pod", notice.subject().name())
                    .addKeyValue("event", notice.reason())
                    .addKeyValue("reason", e.getMessage())
                    .log("an Event about a pod without Linkerd's rules cannot be written");
        }
    }

    /** Forgets what was refused about any but these pods, and their owners. */
    void keep(Collection<MeshPod> pods) {
        var there = pods.stream().flatMap(RepairEvents::abouts).collect(Collectors.toSet());
        refused.endUnless(about -> !about.startsWith(KIND) || there.contains(about));
    }

    private static Stream<String> abouts(MeshPod pod) {
        return Stream.concat(
                Stream.of(about(pod.namespace(), "Pod", pod.name())),
                pod.owner().stream().map(owner -> about(pod.namespace(), owner.kind(), owner.name())));
    }

    private static String about(String namespace, String kind, String name) {
        return KIND + namespace + "/" + kind + "/" + name;
    }
}
