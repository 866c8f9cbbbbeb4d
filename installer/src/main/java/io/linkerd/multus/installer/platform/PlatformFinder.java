// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.contracts.platforms.NodeView;
import io.linkerd.multus.installer.kube.NodeEvents;
import io.linkerd.multus.installer.platform.NodeFacts.ClusterFacts;
import io.linkerd.multus.installer.settings.CachedResults;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.PlatformSetting;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiClient;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.retry.Backoff;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what the node runs. Asks the API until it has answered once, and goes by what the node shows meanwhile. Signals when the
 * API has answered, or has failed to for the first time.
 */
@Singleton
public final class PlatformFinder implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(PlatformFinder.class);

    /** The first plugin is to be on the node within a second or two, with or without an API. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** An API server that has just started refuses what we may do, for some seconds; with the waits after them these are 7 to 15 s. */
    private static final int REFUSALS_OF_A_START = 4;

    /** As with Linkerd's own installer, which asks nobody. */
    private static final Recognition NOT_NEEDED = new Recognition(
            NodePlatform.KUBERNETES, "nothing is known yet, and DEST_CNI_BIN_DIR says where plugins go");

    private final PlatformSetting setting;
    private final boolean isPlaceSaid;
    private final boolean asksForRuntime;
    private final Optional<String> nodeName;
    private final ApiClient api;
    private final NodeEvents events;
    private final HostRoot host;
    private final RandomGenerator random;
    private final Wakeups wakeups;
    private final AtomicReference<Asked> asked = new AtomicReference<>(new Asked(false, Optional.empty()));
    private final AtomicReference<Optional<NodePlatform>> announced = new AtomicReference<>(Optional.empty());

    private record Asked(boolean once, Optional<ClusterFacts> answer) {}

    PlatformFinder(
            InstallerSettings settings,
            ApiClient api,
            NodeEvents events,
            HostRoot host,
            RandomGenerator random,
            Wakeups wakeups) {
        this.setting = settings.platform();
        this.isPlaceSaid = settings.node().binDirectory().isPresent();
        this.asksForRuntime = settings.network().cachedResults() == CachedResults.AUTO;
        this.nodeName = settings.release().nodeName();
        this.api = api;
        this.events = events;
        this.host = host;
        this.random = random;
        this.wakeups = wakeups;
    }

    /**
     * {@return what is known at this moment} A platform that was not known before is logged, with the reason. Who says where plugins go
     * need not wait for an answer, and may never get one.
     */
    public Result<Recognition> recognise(Optional<NodePlatform> remembered) {
        var now = asked.get();
        if (setting == PlatformSetting.AUTO && !now.once() && remembered.isEmpty() && !isPlaceSaid) {
            return new Result.Not<>("asking the API what the node runs");
        }
        var result = Recognition.of(new NodeFacts(
                NodePlatform.named(setting.label()), now.answer(), remembered, () -> PluginFolders.of(host)));
        if (isPlaceSaid && result instanceof Result.Not<Recognition>) {
            result = new Result.Ok<>(NOT_NEEDED);
        }
        if (result instanceof Result.Ok<Recognition>(var recognition)) {
            announce(recognition);
        }
        return result;
    }

    /** Asks until there is an answer. */
    @Override
    public void run() {
        if (setting != PlatformSetting.AUTO && !needsRuntime()) {
            return;
        }
        try {
            for (int failures = 1; ask(failures).isEmpty(); failures++) {
                Thread.sleep(Backoff.PATIENT.after(failures, random));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Where nothing is cached in our reach, nothing hangs on which runtime it is. */
    private boolean needsRuntime() {
        return asksForRuntime && host.isMounted(CachedResults.RESULTS);
    }

    private void announce(Recognition recognition) {
        var platform = recognition.platform();
        if (!announced.getAndSet(Optional.of(platform)).equals(Optional.of(platform))) {
            log.atInfo()
                    .addKeyValue("platform", platform.label())
                    .addKeyValue("binaries", platform.binDirectory())
                    .addKeyValue("reason", recognition.reason())
                    .log("recognised the node");
            events.tell(
                    NodeEvents.Reason.PlatformRecognised,
                    "plugins go to " + platform.binDirectory() + ": the node was recognised as " + platform.label()
                            + ", since " + recognition.reason());
        }
    }

    /** {@return what a person sets where a security module of the kernel keeps us from the node's folders} */
    public Optional<String> moduleCure() {
        return ModuleCure.of(setting, announced.get());
    }

    /** {@return the node's container runtime and its version, like {@code cri-o://1.33.1}; empty while that is not known} */
    public String runtime() {
        return asked.get()
                .answer()
                .flatMap(ClusterFacts::node)
                .map(NodeView::runtime)
                .orElse("");
    }

    private Optional<ClusterFacts> ask(int attempt) {
        var facts = node(attempt).flatMap(node -> groups().map(groups -> new ClusterFacts(node, groups)));
        asked.set(new Asked(true, facts));
        wakeups.signal();
        return facts;
    }

    /** The node's object, where we may look at it; empty when it is not known whether we may. */
    private Optional<Optional<NodeView>> node(int attempt) {
        if (nodeName.isEmpty()) {
            return Optional.of(Optional.empty());
        }
        return switch (api.call(ApiCall.get(ApiPath.core("nodes", nodeName.get())), PATIENCE)) {
            case ApiAnswer.Answered(var node) -> Optional.of(Optional.of(NodeView.of(node)));
            // Where we have no right to look, the API groups, which every account sees, have to do.
            case ApiAnswer.Failed(ApiFailure.Forbidden _)
            when attempt > REFUSALS_OF_A_START -> Optional.of(Optional.empty());
            case ApiAnswer.Failed(ApiFailure.NotFound _) -> Optional.of(Optional.empty());
            case ApiAnswer.Failed(var why) -> unknown(why);
        };
    }

    private Optional<Boolean> groups() {
        var config = served("config.openshift.io");
        return config.isPresent() && config.get() ? served("security.openshift.io") : config;
    }

    private Optional<Boolean> served(String group) {
        return switch (api.call(ApiCall.get("/apis/" + group), PATIENCE)) {
            case ApiAnswer.Answered(var _) -> Optional.of(true);
            case ApiAnswer.Failed(ApiFailure.NotFound _) -> Optional.of(false);
            case ApiAnswer.Failed(var why) -> unknown(why);
        };
    }

    private <T> Optional<T> unknown(ApiFailure why) {
        if (!asked.get().once()) {
            log.atWarn()
                    .addKeyValue("reason", why.inWords())
                    .log("the API does not say what the node runs; trying again");
        }
        return Optional.empty();
    }
}
