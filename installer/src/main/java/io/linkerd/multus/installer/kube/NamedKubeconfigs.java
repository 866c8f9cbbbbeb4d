// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.ReleaseSettings;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiClient;
import io.linkerd.multus.service.kube.ApiPath;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which kubeconfigs of the plugin network attachments may name, beside the one that this installer is told to write: what the release's
 * controller said in its Lease when this installer started. It asks once: what attachments name changes while installers run, and what is
 * not needed any more goes with the next one.
 */
@Singleton
public final class NamedKubeconfigs implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(NamedKubeconfigs.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ApiClient api;
    private final ReleaseSettings release;
    private final Wakeups wakeups;
    private final AtomicReference<Optional<Set<String>>> named = new AtomicReference<>(Optional.empty());

    NamedKubeconfigs(InstallerSettings settings, ApiClient api, Wakeups wakeups) {
        this.api = api;
        this.release = settings.release();
        this.wakeups = wakeups;
    }

    /** Asks the controller's Lease, and signals when the answer is there. */
    @Override
    public void run() {
        release.controllerLease().ifPresent(this::ask);
    }

    /**
     * {@return whether an attachment may name the kubeconfig at this path} As long as it is not known, and where the controller is of a
     * version that does not say, any one may be named. Where no attachments are made, none is.
     */
    public boolean mayBe(String path) {
        return release.controllerLease().isPresent()
                && named.get().map(paths -> paths.contains(path)).orElse(true);
    }

    /** {@return the paths that the Lease told; none as long as it is not known} */
    public Set<String> told() {
        return named.get().orElse(Set.of());
    }

    private void ask(String name) {
        var lease = ApiPath.of(
                ApiPath.group("coordination.k8s.io", "v1", "namespaces", release.namespace(), "leases"), name);
        switch (api.call(ApiCall.metadata(lease), PATIENCE)) {
            case ApiAnswer.Answered<JsonValue>(var found) -> {
                named.set(paths(found));
                wakeups.signal();
            }
            case ApiAnswer.Failed<JsonValue>(var why) ->
                log.atDebug()
                        .addKeyValue("lease", name)
                        .addKeyValue("reason", why.inWords())
                        .log("it is not known which kubeconfigs attachments name; none is taken away");
        }
    }

    /** {@return the paths that a Lease tells; empty where it tells nothing of them} */
    static Optional<Set<String>> paths(JsonValue lease) {
        return lease.text("metadata", "annotations", LinkerdMultus.KUBECONFIG_PATHS_ANNOTATION)
                .map(text -> text.lines().collect(Collectors.toUnmodifiableSet()));
    }
}
