// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.quicktheories.generators.SourceDSL.longs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two leaders at a time, which look at different moments, and are killed between any two writes. */
class RolloutHistoriesPropertiesTest {
    private static final int STEPS = 400;
    private static final int ROUNDS_TO_THE_END = 150;

    @Test
    void twoLeadersThatAreKilledAnywhereRestartNothingTwiceNorTooMuchAtOnce() {
        property().withExamples(1_000).forAll(longs().all()).checkAssert(seed -> {
            var cluster = afterManySteps(seed);
            cluster.mend();
            toTheEnd(cluster);
            cluster.assertUpToDate();
        });
    }

    @Test
    void whatFailedIsBroughtABetterVersionThoughInjectorsGetItLater() {
        property().withExamples(500).forAll(longs().all()).checkAssert(seed -> {
            var cluster = afterManySteps(seed);
            var held = cluster.supersede();
            toTheEnd(cluster);
            cluster.assertUpToDate(held);
        });
    }

    private static SimulatedCluster afterManySteps(long seed) {
        var random = new Random(seed);
        var cluster = new SimulatedCluster(random);
        var leaders = List.of(new Leader(cluster), new Leader(cluster));
        for (int step = 0; step < STEPS; step++) {
            var leader = leaders.get(random.nextInt(leaders.size()));
            switch (random.nextInt(5)) {
                case 0 -> leader.hear();
                case 1 -> leader.look();
                case 2 -> leader.act(random.nextInt(4) == 0 ? random.nextInt(3) : Integer.MAX_VALUE);
                default -> cluster.happen(random);
            }
        }
        return cluster;
    }

    private static void toTheEnd(SimulatedCluster cluster) {
        var last = new Leader(cluster);
        for (int round = 0; round < ROUNDS_TO_THE_END; round++) {
            last.hear();
            last.look();
            last.act(Integer.MAX_VALUE);
            cluster.pass();
        }
    }

    /** What a leader knows: a cache that lags, and the view on which its next writes rest. */
    private static final class Leader {
        private final SimulatedCluster cluster;
        private List<Workload> cache;
        private final List<RolloutView> looked = new ArrayList<>();
        private Set<String> mayBeLetGo = Set.of();
        private Set<String> mayBegin = Set.of();
        private Set<String> completed = Set.of();
        private int version;

        Leader(SimulatedCluster cluster) {
            this.cluster = cluster;
            this.cache = cluster.list();
        }

        void hear() {
            cache = cluster.list();
            completed = cluster.completed();
        }

        void look() {
            looked.clear();
            version = cluster.configVersion();
            mayBeLetGo = cluster.mayBeLetGo();
            mayBegin = cluster.mayBegin(completed);
            looked.add(cluster.look(cache));
        }

        /** Writes the status and then the workloads, unless it is killed before the write of that number. */
        void act(int killedBefore) {
            var plan = looked.stream().map(RolloutPlan::of).toList();
            looked.clear();
            plan.stream()
                    .filter(one -> killedBefore > 0 && cluster.write(version, mayBeLetGo, mayBegin, one.atHand()))
                    .flatMap(one -> one.actions().stream().limit(Math.max(0, killedBefore - 1)))
                    .forEach(cluster::apply);
        }
    }
}
