// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/** Carries out the {@code LinkerdConfig} that is honoured, wherever the cluster knows the kind. */
public final class LinkerdConfigController implements Duty {
    private static final String KIND = "linkerdconfig";
    /** A kind that comes later is noticed by one small request a minute. */
    private static final Duration LOOK_FOR_KIND = Duration.ofMinutes(1);
    /** While the list of a few objects is on its way, or refused; each object in it is a reason to look as well. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private final ControllerContext context;
    private final ActiveLinkerdConfigListener follower;
    private final LinkerdConfigs configs;
    private final LinkerdConfigMapInformers maps;
    private final LinkerdConfigReconciler round;
    private final ReconcileLoop<String> loop;

    /**
     * Prepares; nothing is asked before {@link #begin}.
     *
     * @param own our namespace, where it is told what the API server refuses
     * @param namespace in which dry runs are made
     * @param follower is told which one is honoured
     */
    public LinkerdConfigController(
            ControllerContext context, String own, String namespace, ActiveLinkerdConfigListener follower) {
        this.context = context;
        this.follower = follower;
        this.loop = context.loop(
                KIND,
                1,
                context.tellingRefusals(
                        KIND, _ -> reconcile(), _ -> own, "Until then the LinkerdConfig is not followed."),
                () -> Stream.of(KIND));
        this.configs = new LinkerdConfigs(context, this::lookAtAll);
        this.maps = new LinkerdConfigMapInformers(context, this::lookAgain);
        this.round = new LinkerdConfigReconciler(
                context,
                new LinkerdConfigMap(context),
                new DryRuns(context, namespace),
                InstantSource.system(),
                System::nanoTime);
    }

    /** What there is to watch is known once the cluster knows the kind. */
    @Override
    public void watch() {}

    @Override
    public boolean isComplete() {
        return configs.isComplete();
    }

    @Override
    public List<String> whyNotReady() {
        return configs.whyNotReady();
    }

    @Override
    public void begin() {
        loop.start();
    }

    @Override
    public void end() {
        loop.stop();
        round.end();
    }

    @Override
    public void lookAtAll() {
        lookAgain();
    }

    /** What it looks at is told by watches of its own. */
    @Override
    public void namespaceChanged(String name) {}

    @Override
    public void close() {
        end();
        maps.close();
        configs.close();
    }

    private void lookAgain() {
        loop.add(KIND);
    }

    private ReconcileResult reconcile() {
        if (!configs.isServed()) {
            none();
            return new ReconcileResult.Requeue(LOOK_FOR_KIND);
        }
        if (!configs.isComplete()) {
            return new ReconcileResult.Requeue(SOON);
        }
        var honoured = configs.honoured();
        if (honoured.isEmpty()) {
            round.finish();
            none();
            return new ReconcileResult.Settled();
        }
        maps.follow(honoured.get().spec());
        var besides = configs.all().stream()
                .filter(config ->
                        !config.getMetadata().getUid().equals(honoured.get().uid()))
                .toList();
        besides.forEach(config -> round.tellBesides(config, honoured.get()));
        var result = round.carryOut(honoured.get());
        follower.honoured(honoured.get(), round.verification(), besides);
        return result;
    }

    /** There is nothing to follow. */
    private void none() {
        maps.close();
        round.forget();
        follower.none();
        context.notices().hold(LinkerdConfigReconciler.PLACE, List.of());
    }
}
