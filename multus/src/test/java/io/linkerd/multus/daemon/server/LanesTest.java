// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.server.Lanes.Ticket;
import io.linkerd.multus.daemon.server.ServerLimits.Queue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LanesTest {
    @Test
    void beginsRequestsOfDifferentContainersSideBySide() {
        var lanes = new Lanes(new Queue(2, 10, 10));
        var first = added(lanes, "a");
        var second = added(lanes, "b");
        added(lanes, "c");

        assertThat(lanes.begin()).containsExactly(first, second);
        assertThat(lanes.working()).isEqualTo(2);
        assertThat(lanes.waiting()).isEqualTo(1);
    }

    @Test
    void beginsRequestsOfOneContainerOneAfterAnother() {
        var lanes = new Lanes(new Queue(9, 10, 10));
        var first = added(lanes, "a");
        var second = added(lanes, "a");

        assertThat(lanes.begin()).containsExactly(first);
        assertThat(lanes.begin()).isEmpty();
        lanes.remove(first);
        assertThat(lanes.begin()).containsExactly(second);
    }

    @Test
    void hasContainersTakeTurnsWhateverOneOfThemAsksFor() {
        var lanes = new Lanes(new Queue(1, 10, 10));
        var first = added(lanes, "greedy");
        var second = added(lanes, "greedy");
        var third = added(lanes, "greedy");
        var other = added(lanes, "modest");

        assertThat(order(lanes)).containsExactly(first, other, second, third);
    }

    @Test
    void forgetsARequestWhoseClientWaitsNoMore() {
        var lanes = new Lanes(new Queue(1, 10, 10));
        var first = added(lanes, "a");
        var second = added(lanes, "a");
        var third = added(lanes, "a");
        lanes.begin();

        lanes.remove(second);
        lanes.remove(second);
        lanes.remove(first);

        assertThat(lanes.begin()).containsExactly(third);
        lanes.remove(third);
        assertThat(lanes.working() + lanes.waiting()).isZero();
    }

    @Test
    void refusesMoreThanMayWait() {
        var lanes = new Lanes(new Queue(1, 2, 10));
        added(lanes, "a");
        lanes.begin();
        added(lanes, "b");
        added(lanes, "c");

        assertThat(lanes.add(new Ticket("d"))).contains(Refusal.QUEUE_FULL);
        assertThat(lanes.add(new Ticket("a"))).contains(Refusal.QUEUE_FULL);
    }

    @Test
    void refusesMoreThanMayWaitForOneContainer() {
        var lanes = new Lanes(new Queue(9, 10, 2));
        added(lanes, "a");
        lanes.begin();
        added(lanes, "a");
        added(lanes, "a");

        assertThat(lanes.add(new Ticket("a"))).contains(Refusal.CONTAINER_BUSY);
        assertThat(lanes.add(new Ticket("b"))).isEmpty();
    }

    /** However requests come, end and are given up. */
    @Test
    void keepsItsRulesInEveryHistory() {
        for (long seed = 0; seed < 2_000; seed++) {
            new History(seed).live();
        }
    }

    /** One history, beside a plain record of what should be. */
    private static final class History {
        private final String told;
        private final Random random;
        private final Queue limits;
        private final Lanes lanes;
        private final Map<Object, List<Ticket>> expected = new HashMap<>();
        private final Map<Ticket, String> laneOf = new HashMap<>();
        private final Set<Ticket> working = new HashSet<>();

        History(long seed) {
            told = "seed " + seed;
            random = new Random(seed);
            limits = new Queue(1 + random.nextInt(4), random.nextInt(12), 1 + random.nextInt(4));
            lanes = new Lanes(limits);
        }

        void live() {
            for (int step = 0; step < 60; step++) {
                if (random.nextInt(3) > 0) {
                    add("c" + random.nextInt(4));
                } else if (!laneOf.isEmpty()) {
                    remove(List.copyOf(laneOf.keySet()).get(random.nextInt(laneOf.size())));
                }
                begin();
                check();
            }
            while (!laneOf.isEmpty()) {
                assertThat(working).as(told).isNotEmpty();
                remove(working.iterator().next());
                begin();
                check();
            }
        }

        private void add(String lane) {
            var ticket = new Ticket(lane);
            int waiting = laneOf.size() - working.size();
            var refusal = lanes.add(ticket);
            if (refusal.isEmpty()) {
                laneOf.put(ticket, lane);
                expected.computeIfAbsent(lane, _ -> new ArrayList<>()).add(ticket);
            } else {
                assertThat(waiting >= limits.waiting() || of(lane).size() > limits.waitingForOne())
                        .as(told)
                        .isTrue();
            }
        }

        private void remove(Ticket ticket) {
            lanes.remove(ticket);
            laneWith(ticket).remove(ticket);
            laneOf.remove(ticket);
            working.remove(ticket);
        }

        private void begin() {
            working.addAll(lanes.begin());
        }

        private void check() {
            assertThat(lanes.working()).as(told).isEqualTo(working.size()).isLessThanOrEqualTo(limits.working());
            assertThat(lanes.waiting()).as(told).isEqualTo(laneOf.size() - working.size());
            assertThat(working)
                    .as(told)
                    .allSatisfy(
                            ticket -> assertThat(laneWith(ticket).getFirst()).isSameAs(ticket));
            long couldWork =
                    expected.values().stream().filter(lane -> !lane.isEmpty()).count();
            assertThat(working).as(told).hasSize((int) Math.min(couldWork, limits.working()));
        }

        private List<Ticket> laneWith(Ticket ticket) {
            return of(laneOf.getOrDefault(ticket, ""));
        }

        private List<Ticket> of(Object lane) {
            return expected.getOrDefault(lane, List.of());
        }
    }

    private static Ticket added(Lanes lanes, String lane) {
        var ticket = new Ticket(lane);
        assertThat(lanes.add(ticket)).isEmpty();
        return ticket;
    }

    private static List<Ticket> order(Lanes lanes) {
        var order = new ArrayList<Ticket>();
        for (var begun = lanes.begin(); !begun.isEmpty(); begun = lanes.begin()) {
            order.addAll(begun);
            begun.forEach(lanes::remove);
        }
        return order;
    }
}
