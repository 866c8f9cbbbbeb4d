// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.Contested;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.engine.reconcile.Reconciler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * Tells what the API server refuses to do for a key: a quota that is used up, a policy, a webhook, a right that is missing. Whatever a
 * reconciler writes comes by here, so that each refusal has an Event in its namespace and counts in a metric; the loop tries again as ever.
 *
 * @param <K> the reconciler's keys
 */
final class Refusals<K> implements Reconciler<K> {
    /** Reason of the Event. */
    static final String REASON = "RequestRefused";

    /** With the loop's pauses these are two seconds or three: an API server that has just started refuses all until it knows the roles. */
    static final int TOLD_AFTER = 6;

    /** With the loop's pauses these are 40 to 80 seconds: an API server that is restarted, or its etcd, fails for that long. */
    static final int FAILURES_TOLD_AFTER = 11;

    /** What differs from one answer to the next though its cause stays: how much of a quota is used, the id of a request. */
    private static final String NUMBERS = "[0-9a-fA-F-]*[0-9][0-9a-fA-F-]*";

    private final String kind;
    private final Reconciler<K> reconciler;
    private final Function<K, Optional<Subject>> subject;
    private final String consequence;
    private final Notices notices;
    private final StandingRefusals standing;
    private final ConcurrentMap<K, Refused> refused = new ConcurrentHashMap<>();

    /** @param cause by which one refusal is told apart from another, without what differs from time to time */
    private record Refused(int inARow, String cause, Optional<Notice> told) {}

    /**
     * Watches over a reconciler.
     *
     * @param kind of the keys, for the metric
     * @param subject which object the Event about a key is about; empty where it has gone
     * @param consequence what comes of a refusal, as the end of a message
     * @param standing takes the keys that are refused something now
     * @param meters where they are counted
     */
    Refusals(
            String kind,
            Reconciler<K> reconciler,
            Function<K, Optional<Subject>> subject,
            String consequence,
            Notices notices,
            StandingRefusals standing,
            MeterRegistry meters) {
        this.kind = kind;
        this.reconciler = reconciler;
        this.subject = subject;
        this.consequence = consequence;
        this.notices = notices;
        this.standing = standing;
        meters.gauge(
                "linkerd_multus_controller_refused",
                List.of(Tag.of("kind", kind)),
                standing,
                known -> known.count(kind));
    }

    @Override
    public ReconcileResult reconcile(K key) {
        try {
            var result = reconciler.reconcile(key);
            end(key);
            return result;
        } catch (ApiException e) {
            if (e.isRefusal() || e.isServerFailure()) {
                note(key, e);
            }
            throw e;
        } catch (Contested e) {
            // Whether it is still refused is not known before the fight is over.
            end(key);
            throw e;
        }
    }

    /** What is refused from now on is for the next leader to find. */
    @Override
    public void forget() {
        refused.keySet().forEach(this::end);
    }

    private void end(K key) {
        if (refused.remove(key) != null) {
            notices.hold(place(key), List.of());
            standing.end(kind, key);
        }
    }

    private void note(K key, ApiException e) {
        var cause = e.permission() + "\n" + e.words().replaceAll(NUMBERS, "#");
        var now = refused.merge(
                key,
                new Refused(1, cause, Optional.empty()),
                (before, _) -> new Refused(
                        before.inARow() + 1,
                        cause,
                        before.told().filter(_ -> before.cause().equals(cause))));
        if (now.inARow() < (e.isRefusal() ? TOLD_AFTER : FAILURES_TOLD_AFTER)) {
            return;
        }
        standing.begin(kind, key);
        var notice = now.told().or(() -> notice(key, e));
        refused.put(key, new Refused(now.inARow(), cause, notice));
        try {
            notices.hold(place(key), notice.stream().toList());
        } catch (ApiException _) {
            // Events may be refused, too. What was refused first is what matters, and is about to be logged.
        }
    }

    private Optional<Notice> notice(K key, ApiException e) {
        return subject.apply(key)
                .map(about -> Notice.warning(
                        about,
                        REASON,
                        "linkerd-multus cannot " + e.permission() + ": " + e.words()
                                + ". It tries again every half minute. " + consequence));
    }

    private String place(K key) {
        return "refused/" + kind + "/" + key;
    }
}
