// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Replays its seeds; {@code JAZZER_FUZZ=1} looks for more. */
class NetworkSelectionFuzzTest {

    @FuzzTest(maxDuration = "60s")
    void attachesOnceToAnyAnnotation(byte[] input) {
        var annotation = new String(input, StandardCharsets.UTF_8);
        var network = NetworkReference.local("linkerd-cni");
        if (NetworkSelection.attach(annotation, network, "shop")
                instanceof NetworkSelectionChange.Attached(var value)) {
            assertThat(NetworkSelection.attach(value, network, "shop"))
                    .isEqualTo(new NetworkSelectionChange.AlreadyAttached());
        }
    }
}
