// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Generated histories of pods, in which plugins fail and are killed, and the API server goes away. */
class CommandsHistoriesIT {
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final List<String> NETWORKS = List.of("", "red", "red,blue", "blue@lan,red", "red,red,blue");
    private static final List<String> TYPES = List.of("main", "red", "blue");
    private static final int STEPS = 25;

    @TempDir
    private Path folder;

    /** Seeds: a failure names its own. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nothingIsLeftThatNoPodHas(long seed) throws IOException, InterruptedException {
        try (var daemon = new TestDaemon(folder, UnknownPods.TRIED_AGAIN, ",\"retryDeleteOnError\":true")) {
            var history = new History(daemon, new Random(seed));
            for (int step = 0; step < STEPS; step++) {
                history.step();
                assertThat(history.unaccounted())
                        .as("seed %d, %s", seed, history.told)
                        .isEmpty();
            }
            history.end();
            assertThat(daemon.plugins.ledger())
                    .as("seed %d, %s", seed, history.told)
                    .isEmpty();
            assertThat(daemon.kept()).as("seed %d, %s", seed, history.told).isEmpty();
        }
    }

    private static final class History {
        private final TestDaemon daemon;
        private final Random random;
        private final Set<String> attached = new TreeSet<>();
        final StringBuilder told = new StringBuilder();

        History(TestDaemon daemon, Random random) {
            this.daemon = daemon;
            this.random = random;
        }

        void step() {
            var name = oneOf(NAMES);
            trouble();
            if (random.nextBoolean() && !attached.contains(name)) {
                daemon.cluster.pod(name, "u-" + name, oneOf(NETWORKS));
                if (ask("ADD", name)) {
                    attached.add(name);
                }
            } else if (random.nextInt(4) > 0) {
                delete(name);
            } else {
                ask("CHECK", name);
            }
        }

        private void trouble() {
            daemon.plugins.noSteps();
            daemon.cluster.isAway = random.nextInt(8) == 0;
            daemon.cluster.refusesStatus = random.nextInt(8) == 0;
            for (int trouble = random.nextInt(4); trouble > 0; trouble--) {
                var command = random.nextBoolean() ? "ADD" : "DEL";
                if (random.nextBoolean()) {
                    daemon.plugins.kill(command, oneOf(TYPES));
                } else {
                    daemon.plugins.fail(command, oneOf(TYPES), 42);
                }
            }
        }

        /** The pod may be gone before its container. */
        private void delete(String name) {
            if (random.nextBoolean()) {
                daemon.cluster.deletePod(name);
            }
            if (ask("DEL", name)) {
                attached.remove(name);
            }
        }

        private boolean ask(String command, String name) {
            boolean done = daemon.ask(command, name).status() == 200;
            told.append(command).append(' ').append(name).append(done ? "; " : " failed; ");
            return done;
        }

        /** {@return interfaces of containers that have neither been added nor are kept for a DEL to come} */
        Set<String> unaccounted() {
            var kept = daemon.kept();
            return daemon.plugins.ledger().stream()
                    .filter(entry -> {
                        var container = entry.substring(0, entry.indexOf('.'));
                        return !attached.contains(container) && !kept.contains(container);
                    })
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        void end() {
            daemon.plugins.noSteps();
            daemon.cluster.isAway = false;
            for (var name : NAMES) {
                daemon.cluster.deletePod(name);
                assertThat(ask("DEL", name)).isTrue();
            }
        }

        private <T> T oneOf(List<T> all) {
            return all.get(random.nextInt(all.size()));
        }
    }
}
