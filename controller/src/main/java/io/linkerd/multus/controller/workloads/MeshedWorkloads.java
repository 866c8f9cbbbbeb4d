// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Sees which workloads have meshed pods, and in what these are outdated, from {@link #follow} to {@link #close}. Whatever changes is looked at
 * within a second or so, all at once. Each owner is asked for once, one after the other; in quiet nothing is asked.
 */
public final class MeshedWorkloads implements WorkloadSource, AutoCloseable {
    private static final String KIND = "workloads";
    /** Until all has been listed; each object in a list is a reason to look as well. */
    private static final Duration SOON = Duration.ofMillis(500);
    /** Between looks: thousands of pods change while their workloads are rolled out. */
    private static final Duration PACE = Duration.ofSeconds(1);

    private final ControllerContext context;
    private final AttachmentScope scope;
    private final String dryRunNamespace;
    private final Runnable onChange;
    private final LongSupplier nanoClock;
    private final ReconcileLoop<String> loop;
    private final AtomicReference<Optional<MeshInformers>> following = new AtomicReference<>(Optional.empty());
    private final AtomicReference<WorkloadSnapshot> snapshot = new AtomicReference<>(WorkloadSnapshot.NONE);
    private final AtomicReference<Optional<Long>> lastLook = new AtomicReference<>(Optional.empty());

    /**
     * Prepares; nothing is asked before {@link #follow}.
     *
     * @param scope where attachments are, if there are any
     * @param dryRunNamespace where pods are created as dry runs, to ask what else the injector would give to new pods, if that is allowed
     * @param onChange called after what is told by {@link #all}, {@link #trust} or {@link #isComplete} changed
     */
    public MeshedWorkloads(
            ControllerContext context, AttachmentScope scope, String dryRunNamespace, Runnable onChange) {
        this(context, scope, dryRunNamespace, onChange, System::nanoTime);
    }

    MeshedWorkloads(
            ControllerContext context,
            AttachmentScope scope,
            String dryRunNamespace,
            Runnable onChange,
            LongSupplier nanoClock) {
        this.context = context;
        this.scope = scope;
        this.dryRunNamespace = dryRunNamespace;
        this.onChange = onChange;
        this.nanoClock = nanoClock;
        this.loop = context.loop(KIND, 1, _ -> look(), () -> Stream.of(KIND));
    }

    /** Watches from now on, with the ConfigMaps of that spec. Called by one thread at a time, which leads. */
    public void follow(LinkerdConfigSpec spec) {
        var namespace = spec.controlPlaneNamespace();
        if (following.get().filter(now -> now.isOf(namespace, spec.configMap())).isEmpty()) {
            close();
            var begun = new MeshInformers(
                    context,
                    scope,
                    new TemplateAnswers(context.writes(), dryRunNamespace, nanoClock),
                    namespace,
                    spec.configMap(),
                    this::lookAgain);
            following.set(Optional.of(begun));
            begun.start();
            loop.start();
        }
    }

    /** Something of a pod or of a namespace changed: those that are watched for others, too. From any thread. */
    public void lookAgain() {
        loop.add(KIND);
    }

    @Override
    public Collection<Workload> all() {
        return snapshot.get().workloads().values();
    }

    @Override
    public Optional<Workload> read(Notice.Subject subject) {
        return following
                .get()
                .flatMap(now -> WorkloadKind.of(subject.apiVersion(), subject.kind())
                        .map(kind -> now.read(kind, subject))
                        .orElseGet(() ->
                                Optional.ofNullable(snapshot.get().workloads().get(subject.uid()))));
    }

    @Override
    public ChangeDigest change() {
        return snapshot.get().change();
    }

    @Override
    public Optional<Hindrance> trust() {
        return snapshot.get().trust();
    }

    @Override
    public boolean isComplete() {
        return snapshot.get().complete();
    }

    @Override
    public List<String> whyNotReady() {
        return following.get().map(MeshInformers::whyNotReady).orElse(List.of());
    }

    /** Ends to watch, and forgets all; {@link #follow} may begin anew. */
    @Override
    public void close() {
        loop.stop();
        following.getAndSet(Optional.empty()).ifPresent(MeshInformers::close);
        snapshot.set(WorkloadSnapshot.NONE);
        lastLook.set(Optional.empty());
    }

    private ReconcileResult look() {
        var now = following.get();
        if (now.isEmpty()) {
            return new ReconcileResult.Settled();
        }
        if (!now.get().isComplete()) {
            return new ReconcileResult.Requeue(SOON);
        }
        var rest = lastLook.get().map(last -> PACE.minusNanos(nanoClock.getAsLong() - last));
        if (rest.filter(Duration::isPositive).isPresent()) {
            return new ReconcileResult.Requeue(rest.get());
        }
        var look = now.get().look();
        var seen = look.snapshot();
        lastLook.set(Optional.of(nanoClock.getAsLong()));
        if (!snapshot.getAndSet(seen).equals(seen)) {
            onChange.run();
        }
        return look.again()
                .<ReconcileResult>map(pause -> new ReconcileResult.Requeue(pause.compareTo(PACE) < 0 ? PACE : pause))
                .orElseGet(ReconcileResult.Settled::new);
    }
}
