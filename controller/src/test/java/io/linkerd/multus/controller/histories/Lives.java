// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.histories;

import io.linkerd.multus.controller.FakeCluster;
import java.util.List;
import java.util.Random;

/** What becomes of the controller's replicas, and of their lease. */
final class Lives {
    static final String FIRST = "controller-1";
    private static final String SOMEBODY = "somebody-else";
    private static final String SECOND = "controller-2";

    private static final List<Step> ALL = List.of(
            new Step("restart", world -> {
                world.replicas().stop(FIRST);
                world.replicas().start(FIRST);
            }),
            new Step("crash and restart", world -> {
                world.replicas().crash(FIRST);
                world.replicas().start(FIRST);
            }),
            new Step("crash and restart", world -> {
                world.replicas().crash(FIRST);
                world.replicas().start(FIRST);
            }),
            new Step("stop", world -> world.replicas().stop(FIRST)),
            new Step("start", world -> world.replicas().start(FIRST)),
            new Step("start a second", world -> world.replicas().start(SECOND)),
            new Step("stop the second", world -> world.replicas().stop(SECOND)),
            new Step("crash of the second", world -> world.replicas().crash(SECOND)),
            new Step("the other scope", world -> world.replicas().changeScope()),
            new Step(
                    "another leader",
                    world -> world.api().put(FakeCluster.LEASE, FakeCluster.lease("'" + SOMEBODY + "'"))),
            new Step(
                    "another leader",
                    world -> world.api().put(FakeCluster.LEASE, FakeCluster.lease("'" + SOMEBODY + "'"))),
            new Step("nobody leads", Lives::release),
            new Step("nobody leads", Lives::release),
            new Step("no lease", world -> world.api().remove(FakeCluster.LEASE)));

    private Lives() {}

    static Step next(Random random) {
        return Wishes.any(ALL, random);
    }

    /** Whoever took the lease gives it back. */
    static void giveBack(World world) {
        if (world.api()
                .get(FakeCluster.LEASE)
                .filter(lease -> lease.at("/spec/holderIdentity").asText().equals(SOMEBODY))
                .isPresent()) {
            release(world);
        }
    }

    private static void release(World world) {
        world.api().editIfPresent(FakeCluster.LEASE, "{spec: {holderIdentity: null}}");
    }
}
