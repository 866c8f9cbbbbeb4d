// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.service.files.BrittleFileCalls;
import io.linkerd.multus.service.files.BrittleFileCalls.Fate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CNI owners write, tear, remove and rename their files, other programs take the daemon's away, and daemons are killed and begin. */
class ConfigHistoriesIT {
    /** {@code -Dconfig.histories=100000} tries more, for hours. */
    private static final int HISTORIES = Integer.getInteger("config.histories", 200);

    private static final int STEPS = 12;
    private static final List<String> NAMES = List.of("05-b.conf", "10-a.conf", "20-c.conflist");
    private static final List<String> TEXTS = List.of(
            "",
            "{",
            "{\"cniVersion\":\"1.0.0\",\"name\":\"n\"",
            NodeFolders.network("multus", "1.0.0"),
            NodeFolders.network("ptp", "0.3.1"),
            NodeFolders.PTP,
            "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"plugins\":[{\"type\":\"ptp\",\"capabilities\":{\"ips\":true}}]}",
            "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"type\":\"ptp\",\"plugins\":[{\"type\":\"ptp\"}]}");

    @TempDir
    private Path root;

    @Test
    void noRuntimeEverReadsABadConfigurationAndRestComesAtOnce() {
        property().withExamples(HISTORIES).forAll(longs().all()).checkAssert(seed -> {
            try {
                new History(new NodeFolders(root), new Random(seed)).run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private record History(NodeFolders node, Random random) {

        void run() throws IOException {
            node.clear();
            try (var runtime = new ReadingRuntime(node.written)) {
                for (int step = 0; step < STEPS; step++) {
                    happen();
                    live();
                    node.pass(Duration.ofSeconds(random.nextInt(40)));
                }
                var rest = settled();
                assertThat(rest).isInstanceOf(ConfigTurn.Rest.class);
                var last = node.picture();
                assertThat(node.restart(NodeFolders.quick()).settle()).isInstanceOf(ConfigTurn.Rest.class);
                assertThat(node.picture())
                        .as("another daemon has nothing to do")
                        .isEqualTo(last);
                assertThat(runtime.bad()).as("what the runtime read").isEmpty();
            }
        }

        /** The daemon looks, and is killed on the way now and then; the next one begins then. */
        private void live() {
            boolean isKilled = random.nextInt(3) == 0;
            if (isKilled) {
                node.restart(new BrittleFileCalls(1 + random.nextInt(8), new Fate.Death()));
            }
            try {
                settled();
            } catch (BrittleFileCalls.Killed _) {
                assertThat(isKilled).isTrue();
            }
            if (isKilled) {
                node.restart(NodeFolders.quick());
            }
        }

        private ConfigTurn settled() {
            var turn = node.settle();
            while (turn instanceof ConfigTurn.GivingWay(var pause)) {
                node.pass(pause);
                turn = node.settle();
            }
            return turn;
        }

        private void happen() throws IOException {
            var name = NAMES.get(random.nextInt(NAMES.size()));
            switch (random.nextInt(9)) {
                case 0 -> node.without(name);
                case 1 -> Files.deleteIfExists(node.written);
                case 2 -> node.renameAsCilium();
                case 3 -> renameAway(name);
                case 4 -> node.with("05-b.conf", NodeFolders.PTP).with("10-a.conf", NodeFolders.PTP);
                default -> node.with(name, TEXTS.get(random.nextInt(TEXTS.size())));
            }
        }

        private void renameAway(String name) throws IOException {
            var file = node.folder.resolve(name);
            if (Files.exists(file)) {
                Files.move(file, node.folder.resolve(name + ".bak"), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
