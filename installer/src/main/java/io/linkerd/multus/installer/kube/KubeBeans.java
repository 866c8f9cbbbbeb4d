// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.events.EventBacklog.Repeats;
import io.linkerd.multus.contracts.events.EventBacklog.Spacing;
import io.linkerd.multus.contracts.events.EventObject;
import io.linkerd.multus.contracts.events.EventObject.Reporter;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.departure.DaemonSetWatch;
import io.linkerd.multus.service.departure.LastLook;
import io.linkerd.multus.service.kube.ApiClient;
import io.linkerd.multus.service.kube.EventPoster;
import io.linkerd.multus.service.kube.HttpClientTransport;
import io.linkerd.multus.service.kube.InCluster;
import io.linkerd.multus.service.kube.UrlTransport;
import io.linkerd.multus.service.kube.WatchTransport;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.exceptions.DisabledBeanException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** What calls the API server: for the daemon, for the verbs, and the watch on our DaemonSet where its name is known. */
@Factory
final class KubeBeans {
    private static final String USER_AGENT = "linkerd-multus-installer";

    /** How long a call may take where nothing else is said; the API server itself gives up after 60 s. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** The installer may create Events, and not patch them. Whoever looks at a node would not read more. */
    private static final Spacing EVENT_SPACING = new Spacing(EventObject.KEPT, 20, Repeats.DROPPED);

    @Singleton
    WatchTransport transport(InstallerSettings settings) {
        return new UrlTransport(cluster(settings), USER_AGENT);
    }

    @Singleton
    ApiClient api(WatchTransport transport) {
        return new ApiClient(transport, LONGEST);
    }

    /** What is told lies in the log, too, so that an Event that cannot be posted is no loss. */
    @Singleton
    NodeEvents events(InstallerSettings settings, WatchTransport api, Clocks clocks) {
        var release = settings.release();
        return release.nodeName()
                .<NodeEvents>map(node -> {
                    var reporter = new Reporter("linkerd-multus/installer", release.podName(), node);
                    var poster = new EventPoster(api, api, reporter, EVENT_SPACING, clocks);
                    Thread.ofVirtual().name("events").start(poster::run);
                    return (reason, note) -> poster.post(reason.notice(node, note));
                })
                .orElse((_, _) -> {});
    }

    /** For the verbs, which PATCH. The daemon never comes here, and is spared what it takes. */
    @Singleton
    HttpClientTransport writes(InstallerSettings settings) {
        return new HttpClientTransport(cluster(settings), USER_AGENT);
    }

    @Singleton
    DaemonSetWatch daemonSet(InstallerSettings settings, WatchTransport api, RandomGenerator random) {
        var release = settings.release();
        return release.daemonSet()
                .map(name -> new DaemonSetWatch(api, release.namespace(), name, random))
                .orElseThrow(() -> new DisabledBeanException("LINKERD_MULTUS_DAEMON_SET is not set"));
    }

    @Singleton
    LastLook lastLook(InstallerSettings settings) {
        var release = settings.release();
        return release.daemonSet()
                .map(name -> new LastLook(() -> transport(settings), release.namespace(), name))
                .orElseThrow(() -> new DisabledBeanException("LINKERD_MULTUS_DAEMON_SET is not set"));
    }

    private static InCluster cluster(InstallerSettings settings) {
        var api = settings.api().cluster();
        return new InCluster(api.url(), api.tokenFile(), api.caFile());
    }
}
