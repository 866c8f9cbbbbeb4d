// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationStatus;
import io.linkerd.multus.controller.settings.CniSettings;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reconciles the active {@code LinkerdConfig}, once the cluster serves the kind. */
public final class LinkerdConfigController implements Duty {
    private static final String KIND = "linkerdconfig";
    /** A kind that is installed later is noticed by one small request, within ten seconds. */
    private static final Duration LOOK_FOR_KIND = Duration.ofSeconds(8);
    /** While the informer is not synced; each object that it adds requeues the key as well. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private final ActiveLinkerdConfigListener listener;
    private final LinkerdConfigs configs;
    private final LinkerdConfigMapInformers maps;
    private final LinkerdConfigReconciler reconciler;
    private final ReconcileLoop<String> loop;

    /**
     * Prepares; sends no request before {@link #begin}.
     *
     * @param own our namespace, in which rejected requests are recorded as Events
     * @param namespace in which dry runs are made
     * @param cni where Linkerd's CNI configuration is
     * @param listener is called with the active one
     */
    public LinkerdConfigController(
            ControllerContext context,
            String own,
            String namespace,
            CniSettings cni,
            ActiveLinkerdConfigListener listener) {
        this.listener = listener;
        this.loop = context.loop(
                KIND,
                1,
                context.tellingRefusals(
                        KIND, _ -> reconcile(), _ -> own, "Until then the LinkerdConfig is not followed."),
                () -> Stream.of(KIND));
        this.configs = new LinkerdConfigs(context, this::lookAtAll);
        this.maps = new LinkerdConfigMapInformers(context, cni, this::lookAgain);
        this.reconciler = new LinkerdConfigReconciler(
                context,
                new LinkerdConfigMap(context, cni),
                new DryRuns(context, namespace),
                InstantSource.system(),
                System::nanoTime);
    }

    /** The informers start once the cluster serves the kind. */
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
        reconciler.end();
    }

    @Override
    public void lookAtAll() {
        lookAgain();
    }

    /** Its own informers requeue the key. */
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
            return none().<ReconcileResult>map(ReconcileResult.Requeue::new)
                    .orElseGet(() -> new ReconcileResult.Requeue(LOOK_FOR_KIND));
        }
        if (!configs.isComplete()) {
            return new ReconcileResult.Requeue(SOON);
        }
        var active = configs.active();
        if (active.isEmpty()) {
            var verifying = none();
            if (verifying.isPresent()) {
                return new ReconcileResult.Requeue(verifying.get());
            }
            reconciler.finish();
            return new ReconcileResult.Settled();
        }
        maps.follow(active.get().spec());
        var ignored = configs.all().stream()
                .filter(config ->
                        !config.getMetadata().getUid().equals(active.get().uid()))
                .toList();
        var rejected = reportIgnored(ignored, active.get());
        try {
            var result = reconciler.reconcile(active.get());
            if (rejected.isPresent() && reconciler.verification() != VerificationStatus.WAITING) {
                throw rejected.get();
            }
            return result;
        } finally {
            // A rejected write stops neither the count of outdated pods nor rollouts.
            listener.active(active.get(), reconciler.verification(), ignored);
        }
    }

    /**
     * {@return why the API server rejected the first status that it did; empty where it rejected none} It stops no other object. It is tried again
     * as a failure, after the dry runs about the values of the active one, which do not wait for it.
     */
    private Optional<ApiException> reportIgnored(List<LinkerdConfigResource> ignored, ObservedLinkerdConfig active) {
        Optional<ApiException> rejected = Optional.empty();
        for (var config : ignored) {
            try {
                reconciler.reportIgnored(config, active);
            } catch (ApiException e) {
                if (e.failure() instanceof ApiFailure.Unreachable || e.failure() instanceof ApiFailure.Unauthorized) {
                    throw e;
                }
                rejected = rejected.or(() -> Optional.of(e));
            }
        }
        return rejected;
    }

    /** {@return when to verify again the text that was written for one that is gone; empty where nothing is left to verify} There is no active one. */
    private Optional<Duration> none() {
        maps.close();
        listener.none();
        return reconciler.verifyWithoutConfig();
    }
}
