// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import io.linkerd.multus.daemon.cluster.Cluster;
import io.linkerd.multus.daemon.lifecycle.DaemonLife;
import io.linkerd.multus.daemon.server.RequestMetrics;
import io.linkerd.multus.service.health.Health;
import java.util.List;

/** How the daemon is doing. An API server that is away does not end it: pods that run can still be removed. */
record DaemonHealth(DaemonLife life, RequestMetrics requests) implements Health {

    /** {@return the health of a daemon, which has its metrics show what it knows of the cluster} */
    static DaemonHealth of(DaemonLife life, Cluster cluster, RequestMetrics requests) {
        requests.watch("linkerd_multus_ready", () -> life.whyNotReady().isEmpty() ? 1 : 0);
        requests.watch("multus_cluster_listed", () -> cluster.hasListed() ? 1 : 0);
        requests.watch("multus_events_waiting", () -> cluster.events().waiting());
        requests.watch("multus_events_lost", () -> cluster.events().lost());
        return new DaemonHealth(life, requests);
    }

    @Override
    public List<String> whyNotReady() {
        return life.whyNotReady();
    }

    @Override
    public List<String> whyNotAlive() {
        return life.whyNotAlive();
    }

    @Override
    public String metrics() {
        return requests.text();
    }
}
