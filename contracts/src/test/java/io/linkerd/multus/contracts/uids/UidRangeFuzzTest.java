// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.linkerd.multus.contracts.Result;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Replays its seeds; {@code JAZZER_FUZZ=1} looks for more. */
class UidRangeFuzzTest {

    @FuzzTest(maxDuration = "60s")
    void readsAnyAnnotation(byte[] input) {
        var annotation = new String(input, StandardCharsets.UTF_8);
        if (UidRange.read(annotation) instanceof Result.Ok<UidRangeAnnotation>(UidRangeAnnotation(var range, var _))) {
            assertThat(range.first()).isBetween(1L, UidRange.HIGHEST_UID);
            assertThat(UidRange.read(range.toString()))
                    .isEqualTo(new Result.Ok<>(new UidRangeAnnotation(range, Optional.empty())));
        }
    }
}
