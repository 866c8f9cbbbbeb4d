// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.linkerdconfig.ActiveLinkerdConfigListener;
import io.linkerd.multus.controller.linkerdconfig.DryRuns;
import io.linkerd.multus.controller.linkerdconfig.LinkerdConfigResource;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationStatus;
import io.linkerd.multus.controller.settings.RolloutSettings;
import io.linkerd.multus.controller.workloads.MeshedWorkloads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Tells of outdated workloads, and restarts them, while a {@code LinkerdConfig} is honoured; a replica that does not lead holds nothing. */
public final class Rollouts implements Duty, ActiveLinkerdConfigListener {
    private static final String KIND = "rollouts";
    /** While what there is has not been seen once. */
    private static final Duration SOON = Duration.ofSeconds(2);
    /** Pods change in swarms, and each look reads the LinkerdConfig. */
    private static final Duration PACE = Duration.ofMillis(500);

    private record Followed(ObservedLinkerdConfig config, boolean verifying, List<LinkerdConfigResource> besides) {}

    private final MeshedWorkloads workloads;
    private final LongSupplier nanoClock;
    private final RolloutRound round;
    private final ReconcileLoop<String> loop;
    private final AtomicReference<Optional<Followed>> followed = new AtomicReference<>(Optional.empty());
    private final AtomicBoolean watches = new AtomicBoolean();
    private final AtomicReference<Optional<Long>> lastLook = new AtomicReference<>(Optional.empty());

    /**
     * Prepares; nothing is asked before {@link #begin}.
     *
     * @param namespace our own
     * @param scope where attachments are, which a pod may lack
     */
    public Rollouts(ControllerContext context, RolloutSettings settings, String namespace, AttachmentScope scope) {
        this.workloads = new MeshedWorkloads(context, scope, settings.dryRunNamespace(), this::lookAgain);
        this.nanoClock = System::nanoTime;
        this.loop = context.loop(
                KIND,
                1,
                context.tellingRefusals(KIND, _ -> reconcile(), _ -> namespace, "Until then nothing is rolled out."),
                () -> Stream.of(KIND));
        this.round = RolloutRound.of(
                context,
                new HeldRights(context.client(), settings, namespace, nanoClock),
                new DryRuns(context, settings.dryRunNamespace()),
                InstantSource.system(),
                nanoClock);
    }

    @Override
    public void active(
            ObservedLinkerdConfig config, VerificationStatus verification, List<LinkerdConfigResource> ignored) {
        followed.set(Optional.of(new Followed(config, verification == VerificationStatus.WAITING, ignored)));
        lookAgain();
    }

    @Override
    public void none() {
        followed.set(Optional.empty());
        lookAgain();
    }

    /** What there is to watch is known once there is a LinkerdConfig. */
    @Override
    public void watch() {}

    @Override
    public boolean isComplete() {
        return !watches.get() || workloads.isComplete();
    }

    @Override
    public List<String> whyNotReady() {
        return watches.get() ? workloads.whyNotReady() : List.of();
    }

    @Override
    public void begin() {
        loop.start();
    }

    @Override
    public void end() {
        loop.stop();
        followed.set(Optional.empty());
        forget();
    }

    @Override
    public void lookAtAll() {
        workloads.lookAgain();
        lookAgain();
    }

    /** Its labels opt in, and its range of user ids says what pods get. */
    @Override
    public void namespaceChanged(String name) {
        workloads.lookAgain();
    }

    @Override
    public void podChanged(String key) {
        workloads.lookAgain();
    }

    @Override
    public void close() {
        end();
    }

    private void lookAgain() {
        loop.add(KIND);
    }

    private ReconcileResult reconcile() {
        var now = followed.get();
        if (now.isEmpty()) {
            forget();
            return new ReconcileResult.Settled();
        }
        var early = untilNextLook();
        if (early.isPresent()) {
            return new ReconcileResult.Requeue(early.get());
        }
        workloads.follow(now.get().config().spec());
        watches.set(true);
        if (!workloads.isComplete()) {
            return new ReconcileResult.Requeue(SOON);
        }
        lastLook.set(Optional.of(nanoClock.getAsLong()));
        now.get().besides().forEach(round::clear);
        return round.look(now.get().config(), workloads, now.get().verifying());
    }

    private Optional<Duration> untilNextLook() {
        return lastLook.get()
                .map(last -> PACE.minusNanos(nanoClock.getAsLong() - last))
                .filter(Duration::isPositive);
    }

    private void forget() {
        watches.set(false);
        workloads.close();
        lastLook.set(Optional.empty());
        round.forget();
    }
}
