// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.reach;

import io.linkerd.multus.contracts.plans.reach.Reach;
import io.linkerd.multus.contracts.plans.reach.ReachLook;
import io.linkerd.multus.contracts.plans.reach.ReachNotices;
import io.linkerd.multus.contracts.plans.reach.ReachState;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
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
    /** A look after one that was missed is to tell soon whether that was an accident. */
    private static final int FIRST_OF_PAUSE = 12;
    /** Where there is no webhook, nothing waits for what is found. */
    private static final int LONGEST_OF_PAUSES = 5;

    private final ControllerContext context;
    private final ReachSettings settings;
    private final LeaseSettings lease;
    private final Runnable onChange;
    private final ReconcileLoop<String> loop;
    private final AtomicReference<ReachState> state = new AtomicReference<>(ReachState.NONE);

    /** Puts everything together; nothing is asked before {@link #begin}. {@code onChange} is called after something else is known. */
    public WebhookReach(ControllerContext context, ReachSettings settings, LeaseSettings lease, Runnable onChange) {
        this.context = context;
        this.settings = settings;
        this.lease = lease;
        this.onChange = onChange;
        // The key is the webhook's name.
        this.loop = context.loop(KIND, 1, this::look, () -> settings.webhook().stream());
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
        state.set(ReachState.NONE);
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

    private ReconcileResult look(String webhook) {
        var look = new ReachProbe(context, lease, webhook).look();
        context.meters()
                .counter("linkerd_multus_controller_reach_looks", "outcome", look.label())
                .increment();
        var before = state.get();
        var after = before.after(look);
        state.set(after);
        if (!before.reach().equals(after.reach())) {
            changed(before.reach(), after.reach());
        }
        if (look instanceof ReachLook.Unclear(var why)) {
            log.atDebug().addKeyValue("reason", why).log("cannot see whether the API server reaches the webhook");
        }
        tell(after.reach());
        return new ReconcileResult.Requeue(pause(after));
    }

    private void changed(Reach before, Reach after) {
        onChange.run();
        switch (after) {
            case Reach.Unreached(var pods) ->
                log.atError()
                        .addKeyValue("reason", ReachNotices.inWords(pods))
                        .log("the API server does not reach the webhook");
            case Reach.Reached _ -> log.atInfo().log("the API server reaches the webhook");
            case Reach.Unknown _ -> {}
        }
        ReachNotices.ofChange(before, after).ifPresent(context.events()::happened);
    }

    private void tell(Reach reach) {
        if (!(reach instanceof Reach.Unknown)) {
            context.notices().hold(KIND, ReachNotices.of(reach).stream().toList());
        }
    }

    private Duration pause(ReachState known) {
        var first = settings.pause().dividedBy(FIRST_OF_PAUSE);
        var random = ThreadLocalRandom.current();
        if (known.missed() > 0) {
            return new Backoff(first, settings.pause()).after(known.missed(), random);
        }
        return known.unclear() > 0
                ? new Backoff(first, settings.pause().multipliedBy(LONGEST_OF_PAUSES)).after(known.unclear(), random)
                : settings.pause();
    }

    /** 1 where it is reached, 0 where it is not; nothing before that is known. */
    private double figure() {
        return switch (current()) {
            case Reach.Reached _ -> 1;
            case Reach.Unreached _ -> 0;
            case Reach.Unknown _ -> Double.NaN;
        };
    }
}
