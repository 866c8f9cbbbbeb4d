// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LastWaitTest {
    private static final Path DAEMON_SET =
            Path.of("../charts/linkerd-multus/charts/installer/templates/daemonset.yaml");
    private static final long KUBELETS_DEFAULT = 30;
    private static final Pattern GRACE = Pattern.compile("terminationGracePeriodSeconds: (\\d+)");

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
