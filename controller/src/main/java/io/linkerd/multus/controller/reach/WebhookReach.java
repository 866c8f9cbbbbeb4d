// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.reach;

import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.reconcile.FailureLog;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.engine.reconcile.Reconciler;
import io.linkerd.multus.controller.reach.plan.Reach;
import io.linkerd.multus.controller.reach.plan.ReachLook;
import io.linkerd.multus.controller.reach.plan.ReachNotices;
import io.linkerd.multus.controller.reach.plan.ReachState;
import io.linkerd.multus.controller.settings.LeaseSettings;
import io.linkerd.multus.controller.settings.ReachSettings;
import io.linkerd.multus.service.retry.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a person where the API server does not reach the webhook. What becomes of pods then is the webhook configuration's matter alone. */
public final class WebhookReach implements Duty {
    private static final Logger log = LoggerFactory.getLogger(WebhookReach.class);

    private static final String KIND = "reach";
    /** A look after one that was missed, or told nothing, is to tell soon whether that was an accident. */
    private static final int FIRST_OF_PAUSE = 12;

    private static final String IF_REFUSED =
            "Until then it is not seen whether the API server reaches the webhook; pods are meshed or not whatever comes of it.";

    private final ControllerContext context;
    private final ReachSettings settings;
    private final LeaseSettings lease;
    private final Runnable onChange;
    private final Reconciler<String> looking;
    private final ReconcileLoop<String> loop;
    private final FailureLog failureLog = new FailureLog(System::nanoTime);
    private final AtomicReference<ReachState> state = new AtomicReference<>(ReachState.NONE);

    /** Puts everything together; nothing is asked before {@link #begin}. {@code onChange} is called after something else is known. */
    public WebhookReach(ControllerContext context, ReachSettings settings, LeaseSettings lease, Runnable onChange) {
        this.context = context;
        this.settings = settings;
        this.lease = lease;
        this.onChange = onChange;
        // The key is the webhook's name.
        this.looking = context.tellingRefusals(KIND, this::look, _ -> lease.namespace(), IF_REFUSED);
        this.loop = context.loop(KIND, 1, this::lookOrNot, () -> settings.webhook().stream());
        context.meters().gauge("linkerd_multus_controller_webhook_reachable", this, WebhookReach::figure);
    }

    /** {@return what is known while we lead} */
    public Reach current() {
        return state.get().reach();
    }

    @Override
    public void watch() {}

    @Override
    public List<String> whyNotReady() {
        return List.of();
    }

    @Override
    public boolean isComplete() {
        return true;
    }

    @Override
    public void begin() {
        loop.start();
    }

    /** The next leader looks for itself. */
    @Override
    public void end() {
        loop.stop();
        looking.forget();
        state.set(ReachState.NONE);
        context.notices().hold(KIND, List.of());
    }

    /** It looks by itself, at its own pace. */
    @Override
    public void lookAtAll() {}

    @Override
    public void namespaceChanged(String name) {}

    @Override
    public void close() {
        end();
    }

    /** A look that failed is one that tells nothing, and at its own pace: the loop's would make three of them in a moment. */
    private ReconcileResult lookOrNot(String webhook) {
        try {
            return looking.reconcile(webhook);
        } catch (ApiException e) {
            return learn(new ReachLook.Unclear("the API server was asked to " + e.permission() + ": " + e.words()));
        }
    }

    private ReconcileResult look(String webhook) {
        return learn(new ReachProbe(context, lease, webhook).look());
    }

    private ReconcileResult learn(ReachLook look) {
        context.meters()
                .counter("linkerd_multus_controller_reach_looks", "outcome", look.label())
                .increment();
        var before = state.get().reach();
        var after = state.updateAndGet(known -> known.after(look));
        if (!before.equals(after.reach())) {
            onChange.run();
            say(after.reach());
        }
        tell(after);
        return new ReconcileResult.Requeue(pause(after));
    }

    private static void say(Reach now) {
        switch (now) {
            case Reach.Unreached(var pods) ->
                log.atError()
                        .addKeyValue("reason", ReachNotices.inWords(pods))
                        .log("the API server does not reach the webhook");
            case Reach.Reached _ -> log.atInfo().log("the API server reaches the webhook");
            case Reach.NotSeen(var why) ->
                log.atInfo()
                        .addKeyValue("reason", why)
                        .log("it is not seen whether the API server reaches the webhook");
            case Reach.Unknown _ -> {}
        }
    }

    /** What cannot be told now is told after the next look: that is no failure of the look. */
    private void tell(ReachState known) {
        try {
            context.notices().hold(KIND, ReachNotices.of(known.reach()).stream().toList());
            ReachNotices.takingBack(known).ifPresent(notice -> {
                context.events().happened(notice);
                state.updateAndGet(ReachState::takenBack);
            });
        } catch (ApiException e) {
            if (failureLog.isWorthALine(e.permission())) {
                log.atWarn()
                        .addKeyValue("reason", e.getMessage())
                        .log(
                                "an Event about the way to the webhook cannot be written; it is tried again after the next look");
            }
        }
    }

    private Duration pause(ReachState known) {
        int soon = Math.max(known.missed(), known.unclear());
        return soon > 0
                ? new Backoff(settings.pause().dividedBy(FIRST_OF_PAUSE), settings.pause())
                        .after(soon, ThreadLocalRandom.current())
                : settings.pause();
    }

    /** 1 where it is reached, 0 where it is not; nothing where that is not known. */
    private double figure() {
        return switch (current()) {
            case Reach.Reached _ -> 1;
            case Reach.Unreached _ -> 0;
            case Reach.Unknown _, Reach.NotSeen _ -> Double.NaN;
        };
    }
}
