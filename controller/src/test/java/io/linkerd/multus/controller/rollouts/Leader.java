// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.StandingRefusals;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.engine.api.NotLeading;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.api.RefusedWatches;
import io.linkerd.multus.controller.engine.notices.EventRecorder;
import io.linkerd.multus.controller.engine.notices.Notices;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.engine.watch.Namespaces;
import io.linkerd.multus.controller.engine.watch.UnreadObjects;
import io.linkerd.multus.controller.linkerdconfig.LinkerdConfigResource;
import io.linkerd.multus.controller.settings.RolloutSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** One process that believes that it leads: it looks when the test says so, and may be killed before any of its writes. */
final class Leader implements AutoCloseable {
    private final RolloutCluster cluster;
    private final OpenShiftClient client;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicInteger writesLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final FakeSource source;
    private final RolloutRound round;

    Leader(RolloutCluster cluster) {
        this(cluster, Duration.ZERO);
    }

    /** One whose clock is behind. */
    Leader(RolloutCluster cluster, Duration behind) {
        this.cluster = cluster;
        this.client = FakeCluster.client(cluster.api());
        this.source = new FakeSource(cluster.workloads());
        var clock = cluster.clock().behind(behind);
        var writes = new ObjectWrites(client, ObjectWrites.LONGEST, () -> writesLeft.getAndDecrement() > 0);
        var recorder = new EventRecorder(client, writes, "linkerd-multus", "controller-1", clock, meters);
        var context = new ControllerContext(
                client,
                new Namespaces(new ClientTransport(client, new RefusedWatches()), _ -> {}),
                Optional.empty(),
                () -> new Owner.None(),
                new Instance("linkerd-multus"),
                writes,
                () -> true,
                new Notices(recorder, cluster.clock().nanos()),
                recorder,
                meters,
                new UnreadObjects(),
                new RefusedWatches(),
                new StandingRefusals());
        var settings = new RolloutSettings("linkerd-multus-controller", "linkerd-multus");
        this.round = RolloutRound.of(
                context,
                new HeldRights(
                        client, settings, "linkerd-multus", cluster.clock().nanos()),
                cluster::ask,
                clock,
                cluster.clock().nanos());
    }

    FakeSource source() {
        return source;
    }

    double gauge(String standing) {
        return meters.get("linkerd_multus_controller_rollout_workloads")
                .tag("standing", standing)
                .gauge()
                .value();
    }

    /** {@return how many namespaces reject Events} */
    double rejecting() {
        return meters.get("linkerd_multus_controller_refused")
                .tag("kind", "rollout-events")
                .gauge()
                .value();
    }

    /** Another LinkerdConfig is honoured. */
    void clear() {
        round.clear(LinkerdConfigResource.RESOURCE.read(client, "", "mesh").orElseThrow());
    }

    /** Hears what there is, and looks. */
    ReconcileResult look() {
        source.hear();
        return lookAsItWas();
    }

    /** Looks at what it heard before. */
    ReconcileResult lookAsItWas() {
        try {
            var config = LinkerdConfigResource.RESOURCE.read(client, "", "mesh").orElseThrow();
            return round.look(config.seen(), source, false);
        } catch (ApiException e) {
            return ReconcileResult.of(e);
        }
    }

    /** Looks, and is killed before the write of that number. */
    void lookAndDie(int write) {
        writesLeft.set(write);
        try {
            lookAsItWas();
        } catch (NotLeading e) {
            // It wrote as much as it was let.
            writesLeft.set(0);
        }
        writesLeft.set(Integer.MAX_VALUE);
        round.forget();
    }

    /** Looks and lets the cluster's controllers work until nothing moves; waits for the injectors where it has to. */
    void run(int rounds) {
        for (int number = 0; number < rounds; number++) {
            look();
            cluster.workloads().step();
            cluster.clock().pass(Duration.ofSeconds(30));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
