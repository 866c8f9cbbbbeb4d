// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.config.DaemonConfigReading;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodePartsTest {
    @TempDir
    private Path hostRoot;

    /** On k0s and others kubelet's folder is another one on the node, which the chart mounts to the usual place. */
    @Test
    void asksKubeletWhereItIsMountedAndNotBelowTheNodesRoot() throws Exception {
        var random = new Random(1);
        var parts = NodeParts.of(
                config().server(),
                Path.of("/none"),
                new DurableFiles(FileCalls.ofTheSystem(), random),
                Ownership.ofThisProcess(),
                random);
        var node = parts.node((_, _) -> new Result.Ok<>(false), (_, _) -> Optional.empty());

        var devices = node.devices()
                .of(new PodIdentity("n", "p", "u"), Deadline.in(Duration.ofSeconds(10), System::nanoTime));

        assertThat(devices)
                .isInstanceOfSatisfying(
                        Result.Not.class,
                        not -> assertThat(not.reason())
                                .contains("/var/lib/kubelet/")
                                .doesNotContain(hostRoot.toString()));
    }

    private DaemonConfig config() {
        var text = "{\"cniVersion\":\"1.0.0\",\"multusAutoconfigDir\":\"/x\",\"chrootDir\":\"" + hostRoot + "\"}";
        return switch (DaemonConfig.read(text)) {
            case DaemonConfigReading.Valid(var config) -> config;
            case DaemonConfigReading.Invalid invalid -> throw new AssertionError(invalid.reason());
        };
    }
}
