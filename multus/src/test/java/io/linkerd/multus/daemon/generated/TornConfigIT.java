// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.files.FileCalls;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code -Dtorn.rewrites=100000} writes for longer. */
class TornConfigIT {
    private static final int REWRITES = Integer.getInteger("torn.rewrites", 300);

    @TempDir
    private Path root;

    @Test
    void aReaderNeverFindsATornOrEmptyConfigurationWhileItIsWritten() throws Exception {
        var node = new NodeFolders(root).with("10-a.conf", NodeFolders.PTP).restart(FileCalls.ofTheSystem());
        node.settle();
        try (var runtime = new ReadingRuntime(node.written)) {
            for (int rewrite = 0; rewrite < REWRITES; rewrite++) {
                node.with("10-a.conf", rewrite % 3 == 0 ? "" : network("capability" + rewrite))
                        .settle();
            }

            assertThat(runtime.bad()).isEmpty();
            assertThat(runtime.reads()).isPositive();
        }
        assertThat(node.text()).contains("capability" + (REWRITES - 1));
    }

    private static String network(String capability) {
        return "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"type\":\"ptp\",\"capabilities\":{\"" + capability
                + "\":true}}";
    }
}
