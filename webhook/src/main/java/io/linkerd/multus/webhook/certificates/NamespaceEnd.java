// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.service.kube.HeadReader;
import io.linkerd.multus.service.kube.ObjectHead;
import io.linkerd.multus.service.retry.Backoff;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a replica does that is told to stop: where the namespace of the release is being deleted, it deletes the configurations that have
 * the API server call this release. Nothing will answer any more, and the one with {@code failurePolicy: Fail} would refuse every meshed
 * pod of the cluster.
 *
 * <p>Since Kubernetes 1.33 a namespace's pods are deleted before all else, so token and rights still stand. Before, the service account may
 * be gone first, and every call gets 401: then the garbage collector does it, with the namespace as the configurations' owner. The
 * rights themselves are of the cluster, and no namespace takes them along.
 */
final class NamespaceEnd {
    private static final Logger log = LoggerFactory.getLogger(NamespaceEnd.class);

    /** An API server that has just started answers 403 for a moment. What still comes is served meanwhile, for up to 20 s. */
    private static final Duration LONGEST = Duration.ofSeconds(8);

    private static final Duration CALL = Duration.ofSeconds(2);

    private static final Backoff AGAIN = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1));

    private static final HeadReader HEAD = new HeadReader(Set.of());

    private final WebhookSettings settings;
    private final ApiTransport transport;
    private final Clocks clocks;

    NamespaceEnd(WebhookSettings settings, ApiTransport transport, Clocks clocks) {
        this.settings = settings;
        this.transport = transport;
        this.clocks = clocks;
    }

    /** Looks, and deletes what there is to delete; tries again for up to 8 s where the API server does not let it. */
    void removeConfigurations() {
        removeConfigurations(Deadline.in(LONGEST, clocks.nanos()));
    }

    void removeConfigurations(Deadline deadline) {
        try {
            for (int failures = 1; !isDone(deadline); failures++) {
                var pause = AGAIN.after(failures, ThreadLocalRandom.current());
                Thread.sleep(deadline.atMost(pause).left());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isDone(Deadline deadline) {
        try {
            remove(new StoreApi(transport, deadline.atMost(CALL).left()));
            return true;
        } catch (CertificateStore.StoreUnavailable unavailable) {
            boolean late = deadline.left().isZero();
            var line = late ? log.atWarn() : log.atDebug();
            line.addKeyValue("reason", unavailable.getMessage())
                    .log(
                            "cannot tell whether the namespace is being deleted; if it is, delete the webhook configurations");
            return late;
        }
    }

    private void remove(StoreApi api) {
        var path = ApiPath.core("namespaces", settings.namespace());
        boolean ends = api.found("the namespace " + settings.namespace(), path, HEAD::object)
                .map(ObjectHead::leaving)
                .orElse(true);
        if (ends) {
            var home = HomeNamespace.of(settings);
            // That which refuses pods goes first: this replica may be killed before the next call.
            Stream.concat(
                            Stream.of(ConfigurationTrust.mutating(settings.webhookConfiguration(), home, api)),
                            settings.furtherConfigurations().stream()
                                    .map(name -> ConfigurationTrust.validating(name, home, api)))
                    .forEach(this::remove);
        }
    }

    /** A release of the same name may have been moved to another namespace, and have the API server call it there. */
    private void remove(ConfigurationTrust configuration) {
        var what = configuration.kind() + " " + configuration.name();
        var api = configuration.api();
        api.found("the " + what, configuration.path(), CalledServices::of)
                .filter(called -> called.areAllIn(settings.namespace()))
                .ifPresent(called -> {
                    var result = api.written("delete the " + what, ApiCall.delete(configuration.path(), called.uid()));
                    log.atInfo()
                            .addKeyValue("object", what)
                            .addKeyValue("result", result)
                            .addKeyValue("reason", "the namespace " + settings.namespace() + " is being deleted")
                            .log("deleted a configuration for which nothing would answer");
                });
    }
}
