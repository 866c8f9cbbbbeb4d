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
import io.linkerd.multus.webhook.certificates.CertificateStore.StoreUnavailable;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.time.Duration;
import java.util.ArrayList;
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

    /** Between looks for what puts a configuration back. */
    private static final Duration NEXT = Duration.ofSeconds(1);

    private static final HeadReader HEAD = new HeadReader(Set.of());

    private final WebhookSettings settings;
    private final ApiTransport transport;
    private final Clocks clocks;

    /** @param transport that makes a connection for each call: the one that is shared may lead to an API server that has gone */
    NamespaceEnd(WebhookSettings settings, ApiTransport transport, Clocks clocks) {
        this.settings = settings;
        this.transport = transport;
        this.clocks = clocks;
    }

    /** What one look has come to. */
    private enum Look {
        /** The namespace stays: this replica is replaced, or one too many. */
        STAYS,
        /** It ends, and no configuration is left. */
        REMOVED,
        /** The API server did not tell, or did not delete. */
        FAILED
    }

    /**
     * Looks, and deletes what there is to delete. Tries again for up to 8 s where the API server does not let it, and goes on to look for as
     * long where it does: the operator or Argo CD may put a configuration back once more.
     */
    void removeConfigurations() {
        removeConfigurations(Deadline.in(LONGEST, clocks.nanos()));
    }

    void removeConfigurations(Deadline deadline) {
        try {
            boolean removed = false;
            int failures = 0;
            while (true) {
                var look = look(deadline, removed);
                if (look == Look.STAYS || deadline.left().isZero()) {
                    return;
                }
                removed |= look == Look.REMOVED;
                failures = look == Look.FAILED ? failures + 1 : 0;
                var pause = failures > 0 ? AGAIN.after(failures, ThreadLocalRandom.current()) : NEXT;
                Thread.sleep(deadline.atMost(pause).left());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Look look(Deadline deadline, boolean removed) {
        try {
            var api = new StoreApi(transport, deadline.atMost(CALL).left());
            if (!ends(api)) {
                return Look.STAYS;
            }
            configurations(api).forEach(this::remove);
            return Look.REMOVED;
        } catch (StoreUnavailable unavailable) {
            var line = !removed && deadline.left().isZero() ? log.atWarn() : log.atDebug();
            line.addKeyValue("reason", unavailable.getMessage())
                    .log(
                            "cannot tell whether the namespace is being deleted; if it is, delete the webhook configurations");
            return Look.FAILED;
        }
    }

    private boolean ends(StoreApi api) {
        var path = ApiPath.core("namespaces", settings.namespace());
        return api.found("the namespace " + settings.namespace(), path, HEAD::object)
                .map(ObjectHead::leaving)
                .orElseGet(() -> isGone(api));
    }

    /** What stands before an API server answers 404 as well, when that is away. It makes up no list that the namespace is missing from. */
    private boolean isGone(StoreApi api) {
        var path = ApiPath.core("namespaces") + "?fieldSelector=metadata.name%3D" + settings.namespace();
        var found = new ArrayList<ObjectHead>();
        return api.found("the list of namespaces", path, answer -> HEAD.objects(answer.body(), found::add))
                .filter(version -> !version.isEmpty() && found.isEmpty())
                .map(_ -> true)
                .orElseThrow(() -> new StoreUnavailable("the namespace is not found, and not known to be gone"));
    }

    /** That which refuses pods goes first: this replica may be killed before the next call. */
    private Stream<ConfigurationTrust> configurations(StoreApi api) {
        var home = HomeNamespace.of(settings);
        return Stream.concat(
                Stream.of(ConfigurationTrust.mutating(settings.webhookConfiguration(), home, api)),
                settings.furtherConfigurations().stream().map(name -> ConfigurationTrust.validating(name, home, api)));
    }

    /** A release of the same name may have been moved to another namespace, and have the API server call it there. */
    private void remove(ConfigurationTrust configuration) {
        var what = configuration.kind() + " " + configuration.name();
        configuration
                .api()
                .found("the " + what, configuration.path(), ObjectReader::services)
                .filter(called -> called.areAllIn(settings.namespace()))
                .ifPresent(called -> remove(what, configuration, called));
    }

    /** One that was changed since it was read may be of the release's new namespace now. */
    private void remove(String what, ConfigurationTrust configuration, CalledServices called) {
        var delete = ApiCall.delete(configuration.path(), called.uid(), called.version());
        switch (configuration.api().written("delete the " + what, delete)) {
            case WRITTEN ->
                log.atInfo()
                        .addKeyValue("object", what)
                        .addKeyValue("reason", "the namespace " + settings.namespace() + " is being deleted")
                        .log("deleted a configuration for which nothing would answer");
            case LOST_RACE -> throw new StoreUnavailable("the " + what + " was changed or deleted meanwhile");
        }
    }
}
