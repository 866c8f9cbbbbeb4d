// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.linkerdconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronScheduleTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 2 * * 6         | 2:0
            */20 22 * * *     | 22:0 22:20 22:40
            5-7 1,3 * * *     | 1:5 1:6 1:7 3:5 3:6 3:7
            50/5 0 * * *      | 0:50 0:55
            10-30/10 23 * * * | 23:10 23:20 23:30
            """)
    void timesAreThoseOfCrontab(String text, String times) {
        var schedule = read(text);

        assertThat(IntStream.range(0, 24 * 60)
                        .filter(minute -> schedule.isTime(minute / 60, minute % 60))
                        .mapToObj(minute -> minute / 60 + ":" + minute % 60)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(times);
    }

    @Test
    void sundayIsNoughtAndSeven() {
        assertThat(read("0 0 * * 7")).isEqualTo(read("0 0 * * 0")).isEqualTo(read("0 0 * * Sun"));
        assertThat(read("0 0 * * 5-7").isDay(1, 1, 0)).isTrue();
        assertThat(read("0 0 * * MON-fri")).isEqualTo(read("0 0 * * 1-5"));
        assertThat(read("0 0 * JAN *")).isEqualTo(read("0 0 * 1 *"));
    }

    @Test
    void eitherDayIsEnoughWhereBothAreSaid() {
        assertThat(read("0 0 1 * 1").isDay(1, 1, 3)).isTrue();
        assertThat(read("0 0 1 * 1").isDay(1, 2, 1)).isTrue();
        assertThat(read("0 0 1 * 1").isDay(1, 2, 3)).isFalse();
        assertThat(read("0 0 1 * *").isDay(1, 2, 1)).isFalse();
        assertThat(read("0 0 * * 1").isDay(1, 2, 3)).isFalse();
        assertThat(read("0 0 * 2 *").isDay(1, 2, 3)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0 2 * * 6 7",
                "0 2 * *",
                "@weekly",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * 32 * *",
                "* * * 13 *",
                "* * * 0 *",
                "* * * * 8",
                "5-1 * * * *",
                "*/0 * * * *",
                "a * * * *",
                "1, * * * *",
                "-1 * * * *",
                "* * * foo *",
                "* * * * MO",
                "1-2-3 * * * *",
                "* * 30 2 *",
                "0 0 31 4,6,9,11 *",
                "TZ=UTC 0 2 * * 6"
            })
    void whatNeverComesOrCannotBeReadIsRefused(String text) {
        assertThat(CronSchedule.read(text)).isInstanceOf(Result.Not.class);
    }

    @Test
    void theLastOfFebruaryComes() {
        assertThat(read("0 0 29 2 *").isDay(2, 29, 0)).isTrue();
        assertThat(read("0 0 30 2 1").isDay(2, 5, 1)).isTrue();
        assertThat(read("0 0 31 1,2 *").isDay(1, 31, 1)).isTrue();
    }

    private static CronSchedule read(String text) {
        return switch (CronSchedule.read(text)) {
            case Result.Ok<CronSchedule>(var schedule) -> schedule;
            case Result.Not<CronSchedule>(var reason) -> throw new AssertionError(text + " " + reason);
        };
    }
}
