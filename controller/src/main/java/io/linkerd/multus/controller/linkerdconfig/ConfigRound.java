// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigObject;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigView;
import io.linkerd.multus.controller.linkerdconfig.plan.Enforcement;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.Verification;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfig;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * One look at a {@code LinkerdConfig} and Linkerd's ConfigMap, and what follows from it: first the status is told, which remembers what is going to
 * be done, then it is done.
 */
final class ConfigRound {
    /** Where its notices hold. */
    static final String PLACE = "linkerdconfig";

    /** Where Linkerd's ConfigMap is, if no LinkerdConfig says so. */
    private static final LinkerdConfigSpec USUAL =
            LinkerdConfigSpec.of(new LinkerdConfig("", ValueTree.Members.of(Map.of()), true));

    private final ControllerContext context;
    private final LinkerdMap map;
    private final Asking asking;
    private final ValuesWriter writer;
    private final InstantSource clock;
    private final ConfigFigures figures;
    private final AtomicReference<Verification> verification = new AtomicReference<>(Verification.NONE);
    /** Where an entry of ours may have been left. */
    private final AtomicReference<Optional<LinkerdConfigSpec>> unfinished = new AtomicReference<>(Optional.of(USUAL));

    ConfigRound(
            ControllerContext context,
            LinkerdMap map,
            InjectionProbe probe,
            InstantSource clock,
            LongSupplier nanoClock) {
        this.context = context;
        this.map = map;
        this.asking = new Asking(probe, nanoClock);
        this.writer = new ValuesWriter(context, map, asking);
        this.clock = clock;
        this.figures = new ConfigFigures(context.meters());
    }

    /** Tells one that another one is honoured. */
    void tellBesides(LinkerdConfigResource config, ConfigObject honoured) {
        var seen = config.seen();
        tell(config, ConfigStatus.of(config).besides(seen.besides(honoured), seen.generation(), now()));
    }

    /** Carries out the one that is honoured, as the API server has it at this moment. */
    ReconcileResult carryOut(ConfigObject honoured) {
        var config = LinkerdConfigResource.read(context.client(), honoured);
        if (config.isPresent()) {
            return carryOut(config.get());
        }
        // The watch is about to say so.
        figures.forget();
        context.notices().hold(PLACE, List.of());
        return new ReconcileResult.Settled();
    }

    private ReconcileResult carryOut(LinkerdConfigResource config) {
        var status = ConfigStatus.of(config);
        var seen = config.seen();
        unfinished.set(Optional.of(seen.spec()));
        var read = map.read(seen.spec());
        var remembered = status.enforcement().made(seen.generation(), writer.lastWritten());
        var outcome = asking.look(read.values(), remembered.asked());
        var plan = LinkerdConfigPlan.of(view(seen, read, after(remembered, outcome, seen, status)));
        figures.saw(plan);
        verification.set(plan.after().asked().verification());
        tell(config, status.after(plan, seen.generation(), now()));
        asking.told();
        try {
            act(seen, read, outcome, plan);
        } finally {
            // What cannot be told keeps nothing from being written, and the other way round.
            context.notices().hold(PLACE, plan.notices());
        }
        return asking.pause()
                .<ReconcileResult>map(ReconcileResult.Requeue::new)
                .orElseGet(ReconcileResult.Settled::new);
    }

    private void act(ConfigObject config, LinkerdMap.Read read, Asking.Outcome outcome, LinkerdConfigPlan plan) {
        if (outcome instanceof Asking.Outcome.Refused refused && plan.write().isEmpty()) {
            writer.putBack(config, read.map().orElseThrow(), refused);
        }
        plan.write().ifPresentOrElse(write -> writer.write(config, read.map().orElseThrow(), write), writer::inPlace);
    }

    /** A refusal counts for the spec by which the text was written, and not for one that came since, which may be its cure. */
    private static Enforcement after(
            Enforcement remembered, Asking.Outcome outcome, ConfigObject config, ConfigStatus status) {
        return switch (outcome) {
            case Asking.Outcome.Nothing _ -> remembered;
            case Asking.Outcome.Ended(var verification) -> remembered.asked(verification);
            case Asking.Outcome.Refused refused ->
                status.generation() == config.generation()
                        ? remembered.refused(config.generation(), ValuesWriter.inShort(refused.reason()))
                        : remembered;
        };
    }

    /** We do not lead any more. What was written last is known by its versions, should we lead again. */
    void end() {
        unfinished.set(Optional.of(USUAL));
        figures.forget();
    }

    /** There is none any more. What a leader may have left of its entry, between its two writes for the last one, is taken out once. */
    void finish() {
        unfinished.get().ifPresent(map::read);
        unfinished.set(Optional.empty());
        forget();
    }

    /** {@return how far Linkerd's injectors have been asked about what was written last} */
    Verification verification() {
        return verification.get();
    }

    /** There is nothing to carry out. */
    void forget() {
        verification.set(Verification.NONE);
        asking.forget();
        figures.forget();
        writer.forget();
    }

    private ConfigView view(ConfigObject seen, LinkerdMap.Read read, Enforcement before) {
        return new ConfigView(
                seen, read.values(), map.roots(seen.spec()), before, writer.notWritten(), clock.instant());
    }

    private void tell(LinkerdConfigResource config, ConfigStatus status) {
        if (!status.saysTheSameAs(ConfigStatus.of(config))) {
            config.tell(context.writes(), context.instance().fieldManager(), status.json());
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
