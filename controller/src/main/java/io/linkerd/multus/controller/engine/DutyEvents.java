// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.reconcile.FailureLog;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Events of a duty. A namespace that rejects Events, as by a quota or a policy, keeps no work of the duty waiting, and no Event of another
 * namespace. Called by one thread at a time.
 */
public final class DutyEvents {
    private static final Logger log = LoggerFactory.getLogger(DutyEvents.class);

    private final ControllerContext context;
    private final String place;
    private final RefusedEvents refused;
    private final FailureLog failureLog;
    private final Set<String> namespaces = new HashSet<>();

    /**
     * Begins with none.
     *
     * @param place of the duty among all that tell
     * @param kind what the metric of refused requests calls these Events
     */
    public DutyEvents(ControllerContext context, String place, String kind, LongSupplier nanoClock) {
        this.context = context;
        this.place = place;
        this.refused = context.refusedEvents(kind, nanoClock);
        this.failureLog = new FailureLog(nanoClock);
    }

    /** Tells of something that is about to be done, or was done, or logs that its Event is rejected. */
    public void happened(Notice notice) {
        try {
            context.events().happened(notice);
        } catch (ApiException e) {
            isRejected(notice.eventNamespace(), e);
        }
    }

    /** These hold now, and no others: tells each once, in its namespace. */
    public void hold(List<Notice> notices) {
        var now = notices.stream().collect(Collectors.groupingBy(Notice::eventNamespace));
        for (var namespace : Set.copyOf(namespaces)) {
            if (!now.containsKey(namespace)) {
                end(namespace);
            }
        }
        namespaces.addAll(now.keySet());
        now.forEach(this::hold);
    }

    /** {@return when to hold the same again, since a namespace rejected an Event; empty where none did} */
    public Optional<Duration> untilNextTry() {
        return namespaces.stream()
                .flatMap(namespace -> refused.untilNextTry(namespace, place).stream())
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .min(Comparator.naturalOrder());
    }

    private void hold(String namespace, List<Notice> notices) {
        if (refused.untilNextTry(namespace, place).filter(Duration::isPositive).isPresent()) {
            return;
        }
        try {
            context.notices().hold(placeIn(namespace), notices);
            refused.end(namespace, place);
        } catch (ApiException e) {
            if (isRejected(namespace, e)) {
                refused.refused(namespace, place);
            } else {
                refused.end(namespace, place);
            }
        }
    }

    private void end(String namespace) {
        context.notices().hold(placeIn(namespace), List.of());
        namespaces.remove(namespace);
        refused.end(namespace, place);
    }

    /**
     * {@return whether the namespace rejects Events} One that is being deleted, or gone, does not. An API server that is away, or does not know us,
     * is for the loop to try again.
     */
    private boolean isRejected(String namespace, ApiException failed) {
        return switch (failed.failure()) {
            case ApiFailure.Unauthorized _, ApiFailure.Unreachable _ -> throw failed;
            case ApiFailure.Conflict _, ApiFailure.NotFound _, ApiFailure.NamespaceTerminating _ -> false;
            case ApiFailure.Forbidden _, ApiFailure.Refused _ -> {
                if (failureLog.isWorthALine(namespace)) {
                    log.atWarn()
                            .addKeyValue("duty", place)
                            .addKeyValue("namespace", namespace)
                            .addKeyValue("reason", failed.getMessage())
                            .log("the API server rejects an Event; what it tells of goes on without it");
                }
                yield true;
            }
        };
    }

    private String placeIn(String namespace) {
        return place + "/" + namespace;
    }
}
