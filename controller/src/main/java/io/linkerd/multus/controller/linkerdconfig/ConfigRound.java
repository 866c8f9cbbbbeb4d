// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.linkerdconfig.ConfigObject;
import io.linkerd.multus.contracts.plans.linkerdconfig.ConfigView;
import io.linkerd.multus.contracts.plans.linkerdconfig.Enforcement;
import io.linkerd.multus.contracts.plans.linkerdconfig.LinkerdConfigPlan;
import io.linkerd.multus.contracts.plans.linkerdconfig.ValuesWrite;
import io.linkerd.multus.contracts.plans.linkerdconfig.Verification;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.api.Precondition;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One look at a {@code LinkerdConfig} and Linkerd's ConfigMap, and what follows from it: first the status is told, which remembers what is going to
 * be done, then it is done.
 */
final class ConfigRound {
    /** Where its notices hold. */
    static final String PLACE = "linkerdconfig";

    private static final Logger log = LoggerFactory.getLogger(ConfigRound.class);
    /** Reasons of the Events that linkerd-config had in 2019. */
    private static final String CONFIG_UPDATED = "LinkerdConfigUpdated";

    private static final String CONFIG_MAP_UPDATED = "ConfigMapUpdated";
    private static final int LONGEST = 900;

    private final ControllerContext context;
    private final LinkerdMap map;
    private final Asking asking;
    private final InstantSource clock;
    private final ConfigFigures figures;
    /** The version of the ConfigMap that was written over last. */
    private final AtomicReference<String> lastWritten = new AtomicReference<>("");

    ConfigRound(
            ControllerContext context,
            LinkerdMap map,
            InjectionProbe probe,
            InstantSource clock,
            LongSupplier nanoClock) {
        this.context = context;
        this.map = map;
        this.asking = new Asking(probe, nanoClock);
        this.clock = clock;
        this.figures = new ConfigFigures(context.meters());
    }

    /** Tells one that another one is honoured. */
    void tellBesides(LinkerdConfigResource config, ConfigObject honoured) {
        var seen = config.seen();
        tell(config, ConfigStatus.of(config).besides(seen.besides(honoured), seen.generation(), now()));
    }

    /** Carries out the one that is honoured, as the API server has it at this moment. */
    ReconcileResult carryOut(String name) {
        var config = LinkerdConfigs.RESOURCE.read(context.client(), "", name);
        if (config.isEmpty()) {
            return new ReconcileResult.Settled();
        }
        var status = ConfigStatus.of(config.get());
        var seen = config.get().seen();
        var read = map.read(seen.spec());
        asking.look(read.values(), seen.generation());
        var refusal = asking.ask();
        var remembered = status.enforcement().made(seen.generation(), lastWritten.get());
        var before = refusal.map(refused -> remembered.refused(seen.generation(), inShort(refused.reason())))
                .orElse(remembered);
        var plan = LinkerdConfigPlan.of(view(seen, read, before, status));
        figures.saw(plan);
        tell(config.get(), status.after(plan, seen.generation(), now()));
        refusal.ifPresent(refused -> putBack(seen, read.map(), refused));
        plan.write().ifPresent(write -> write(seen, read.map(), write));
        context.notices().hold(PLACE, plan.notices());
        return asking.verification() == Verification.WAITING
                ? new ReconcileResult.Requeue(Asking.PAUSE)
                : new ReconcileResult.Settled();
    }

    /** Forgets what was seen, and what was asked. */
    void forget() {
        asking.forget();
        figures.forget();
        lastWritten.set("");
    }

    private ConfigView view(ConfigObject seen, LinkerdMap.Read read, Enforcement before, ConfigStatus status) {
        return new ConfigView(
                seen,
                read.values(),
                map.roots(seen.spec()),
                before,
                status.inPlaceSince(),
                asking.verification(),
                clock.instant());
    }

    private void tell(LinkerdConfigResource config, ConfigStatus status) {
        if (!status.saysTheSameAs(ConfigStatus.of(config))) {
            var told = new LinkerdConfigResource();
            told.setMetadata(new ObjectMetaBuilder()
                    .withName(config.getMetadata().getName())
                    .build());
            told.setStatus(status.json());
            context.writes()
                    .applyStatus(
                            LinkerdConfigs.RESOURCE,
                            told,
                            context.instance().fieldManager(),
                            Precondition.asSeen(config));
        }
    }

    private void write(ConfigObject config, Optional<ConfigMap> seen, ValuesWrite write) {
        var before = asking.before();
        map.write(seen.orElseThrow(), write.text(), () -> {
            lastWritten.set(write.version());
            asking.wrote(write, config.generation(), before);
        });
        var paths = String.join(", ", write.paths());
        log.atInfo()
                .addKeyValue("linkerdConfig", config.name())
                .addKeyValue("paths", write.paths())
                .log("set values of Linkerd");
        context.events()
                .happened(Notice.normal(
                        config.subject(), CONFIG_UPDATED, inShort("set in Linkerd's ConfigMap: " + paths)));
        happened(seen.get(), "LinkerdConfig " + config.name() + " set " + paths);
    }

    private void putBack(ConfigObject config, Optional<ConfigMap> seen, Asking.Refusal refused) {
        map.write(seen.orElseThrow(), refused.previous(), asking::forget);
        log.atWarn()
                .addKeyValue("linkerdConfig", config.name())
                .addKeyValue("reason", refused.reason())
                .log("Linkerd's injectors refuse their new values; put the previous ones back");
        happened(
                seen.get(),
                "put the previous values back, since Linkerd's injectors refused those of LinkerdConfig "
                        + config.name());
    }

    private void happened(ConfigMap map, String message) {
        context.events().happened(Notice.normal(LinkerdMap.subject(map), CONFIG_MAP_UPDATED, inShort(message)));
    }

    private static String inShort(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST)) + " …";
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
