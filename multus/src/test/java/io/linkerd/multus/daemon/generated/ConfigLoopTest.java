// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Wakeups;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ConfigLoopTest {
    @TempDir
    private Path root;

    @Test
    void aFaultInOneLookEndsNotTheKeepingOfTheConfiguration() throws Exception {
        var node = new NodeFolders(root).with("10-a.conf", NodeFolders.PTP);
        var wakeups = new Wakeups();
        var reasons = new ArrayList<List<String>>();

        var end = new ConfigLoop(
                        node.keeper,
                        wakeups,
                        _ -> {
                            reasons.add(node.keeper.state().whyNotReady());
                            switch (reasons.size()) {
                                case 1 -> throw new IllegalStateException("planned");
                                case 3 -> wakeups.stop(); // the look before has written, and this one sees it
                                default -> {}
                            }
                        },
                        new Random(1))
                .run();

        assertThat(end).isEqualTo(ConfigLoop.End.STOPPED);
        assertThat(reasons.get(1)).containsExactly("a fault of the daemon: IllegalStateException");
        assertThat(node.written).exists();
        assertThat(node.keeper.state()).isInstanceOf(ConfigState.InForce.class);
    }
}
