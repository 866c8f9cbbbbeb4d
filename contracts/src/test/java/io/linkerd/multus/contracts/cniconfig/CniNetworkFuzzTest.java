// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.linkerd.multus.contracts.Result;
import java.nio.charset.StandardCharsets;

/** Replays its seeds; {@code JAZZER_FUZZ=1} looks for more. */
class CniNetworkFuzzTest {

    private static final CniConfig LINKERD = CniConfig.read("{\"type\":\"linkerd-cni\"}")
            .orElse(reason -> {
                throw new AssertionError(reason);
            });

    @FuzzTest(maxDuration = "60s")
    void whatIsReadCanBeChainedOnceAndTwice(byte[] input) {
        if (CniNetwork.readSingle(new String(input, StandardCharsets.UTF_8))
                instanceof Result.Ok<CniNetwork>(var network)) {
            var chained = network.with(LINKERD);

            assertThat(CniNetwork.readList(chained).map(again -> again.with(LINKERD)))
                    .isEqualTo(new Result.Ok<>(chained));
        }
    }
}
