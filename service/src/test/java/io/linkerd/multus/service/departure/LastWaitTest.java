// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Deadline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LastWaitTest {
    private static final Path DAEMON_SET =
            Path.of("../charts/linkerd-multus/charts/installer/templates/daemonset.yaml");
    private static final long KUBELETS_DEFAULT = 30;
    private static final Pattern GRACE = Pattern.compile("terminationGracePeriodSeconds: (\\d+)");

    /** The change at hand had used up the time, and the installer took the node from under its successor. */
    @Test
    void aSuccessorIsAskedForHoweverLittleTimeIsLeft() {
        var nanos = new AtomicLong();
        assertThat(LastWait.lookWithin(Deadline.in(Duration.ZERO, nanos::get))).isEqualTo(Duration.ofSeconds(1));
        assertThat(LastWait.lookWithin(Deadline.in(Duration.ofSeconds(2), nanos::get)))
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(LastWait.lookWithin(Deadline.in(Duration.ofSeconds(9), nanos::get)))
                .isEqualTo(Duration.ofSeconds(3));
    }

    /** Nobody comes after an uninstall who would finish it. */
    @Test
    void leavesTwoThirdsOfTheGracePeriodForTheRemoval() throws Exception {
        var chart = GRACE.matcher(Files.readString(DAEMON_SET));
        assertThat(chart.find()).isTrue();
        long longest = LastWait.ALL.longest().toSeconds();
        assertThat(LastWait.KEEPER.longest().plus(LastWait.LOOK.longest())).isLessThanOrEqualTo(LastWait.ALL.longest());

        assertThat(3 * longest)
                .isLessThanOrEqualTo(Long.parseLong(chart.group(1)))
                .isLessThanOrEqualTo(KUBELETS_DEFAULT);
    }
}
