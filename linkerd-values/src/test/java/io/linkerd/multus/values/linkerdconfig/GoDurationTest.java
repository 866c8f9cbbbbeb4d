// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {
    /** As time.ParseDuration and Duration.String have it. */
    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "0s, 0s",
        "1ns, 1ns",
        "1500ns, 1.5µs",
        "1us, 1µs",
        "2μs, 2µs",
        "1500µs, 1.5ms",
        "100ms, 100ms",
        "1s, 1s",
        "1.50s, 1.5s",
        ".5s, 500ms",
        "1.s, 1s",
        "60s, 1m0s",
        "90s, 1m30s",
        "3600s, 1h0m0s",
        "86400s, 24h0m0s",
        "24h, 24h0m0s",
        "1h30m10.5s, 1h30m10.5s",
        "36h, 36h0m0s",
        "2540400h10m10s, 2540400h10m10s",
        "1m1m, 2m0s"
    })
    void isReadAndWrittenAsGoDoesIt(String text, String canonical) {
        assertThat(GoDuration.read(text).map(GoDuration::text)).hasValue(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "3600",
                "1d",
                "-1s",
                "+1s",
                "s",
                ".s",
                "1 s",
                "1h 30m",
                "1S",
                "2562048h",
                "9999999999999999999h"
            })
    void whatGoReadsNotIsNone(String text) {
        assertThat(GoDuration.read(text)).isEmpty();
    }
}
