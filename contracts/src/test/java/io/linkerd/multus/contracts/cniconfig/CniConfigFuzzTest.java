// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.linkerd.multus.contracts.Result;
import java.nio.charset.StandardCharsets;

/** Replays its seeds; {@code JAZZER_FUZZ=1} looks for more. */
class CniConfigFuzzTest {

    @FuzzTest(maxDuration = "60s")
    void whatIsReadCanBeAttachedAndReadAgain(byte[] input) {
        var text = new String(input, StandardCharsets.UTF_8);
        if (CniConfig.read(text) instanceof Result.Ok<CniConfig>(var config)) {
            var attachment = config.forAttachment("/kubeconfig");

            assertThat(CniConfig.read(attachment).map(again -> again.forAttachment("/kubeconfig")))
                    .isEqualTo(new Result.Ok<>(attachment));
        }
    }
}
