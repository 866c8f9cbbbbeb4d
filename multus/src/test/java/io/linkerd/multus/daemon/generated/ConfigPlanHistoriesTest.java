// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.config.DaemonConfig;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Owners of networks write, tear and remove their files, others take the daemon's away, and daemons end and begin. */
class ConfigPlanHistoriesTest {
    private static final int STEPS = 60;
    private static final List<String> NAMES =
            List.of("05-b.conf", "10-a.conf", "20-c.conflist", "00-multus.conf", "x.json");
    private static final List<DaemonConfig> CONFIGS = List.of(
            DaemonConfigs.auto(),
            DaemonConfigs.auto("\"forceCNIVersion\":true"),
            DaemonConfigs.auto("\"overrideNetworkName\":true"),
            DaemonConfigs.auto("\"multusMasterCNI\":\"10-a.conf\""));
    private static final List<String> TEXTS = List.of(
            "",
            "{",
            "[]",
            "{\"type\":\"multus\"}",
            "{\"type\":\"ptp\",\"cniVersion\":\"0.3.1\"}",
            "{\"type\":\"ptp\",\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"capabilities\":{\"ips\":7}}",
            "{\"type\":\"ptp\",\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"capabilities\":{\"ips\":true}}",
            "{\"plugins\":[{\"type\":\"ptp\"}],\"cniVersion\":\"1.0.0\",\"name\":\"n\"}");

    @Test
    void whatWasGoodOnceIsNeverLostOrEmptyAndRestComesAtOnce() {
        property().withExamples(2_000).forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var node = new Node(CONFIGS.get(random.nextInt(CONFIGS.size())));
            for (int step = 0; step < STEPS; step++) {
                happen(node, random);
                var before = node.remembered.lastGood();
                var plan = node.turn();
                while (plan instanceof ConfigPlan.ForceVersion) {
                    plan = node.turn();
                }
                if (node.ready
                        && (before.isPresent() || node.remembered.lastGood().isPresent())) {
                    assertThat(node.written).map(GeneratedConfig::found).get().isNotEqualTo(Optional.empty());
                }
                assertRests(node, plan);
            }
        });
    }

    @Test
    void theEndDependsOnTheFilesAloneAndNotOnWhatWasBefore() {
        property().withExamples(2_000).forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var node = new Node(DaemonConfigs.auto());
            for (int step = 0; step < STEPS; step++) {
                happen(node, random);
                node.turn();
            }
            node.ready = true;
            node.files.clear();
            node.with("20-c.conflist", TEXTS.getLast()).turn();
            var fresh = new Node(DaemonConfigs.auto()).with("20-c.conflist", TEXTS.getLast());
            fresh.turn();

            assertThat(node.written).isEqualTo(fresh.written).isPresent();
        });
    }

    /** A plan that was carried out leaves nothing to be done. */
    private static void assertRests(Node node, ConfigPlan last) {
        var written = node.written;
        var next = node.turn();

        assertThat(next)
                .isNotInstanceOfAny(ConfigPlan.Write.class, ConfigPlan.ForceVersion.class, ConfigPlan.Remove.class);
        assertThat(node.written).isEqualTo(written);
        if (last instanceof ConfigPlan.Keep || last instanceof ConfigPlan.InForce) {
            assertThat(next).isEqualTo(last);
        }
    }

    private static void happen(Node node, Random random) {
        var name = NAMES.get(random.nextInt(NAMES.size()));
        switch (random.nextInt(12)) {
            case 0 -> node.written = Optional.empty();
            case 1 -> {
                node.setAside = node.written;
                node.written = Optional.empty();
            }
            case 2 -> node.written = Optional.of(TEXTS.get(random.nextInt(TEXTS.size())));
            case 3 -> node.restart();
            case 4 -> node.ready = !node.ready;
            case 5 -> node.files.put(name, new Result.Not<>("torn"));
            case 6, 7 -> node.files.remove(name);
            default -> node.with(name, TEXTS.get(random.nextInt(TEXTS.size())));
        }
    }
}
