// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.service.clocks.Clocks;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FightsTest {
    private static final String FILE = "/opt/cni/bin/linkerd-cni";
    private final AtomicLong now = new AtomicLong(42);
    private final Fights fights = new Fights(new Clocks(InstantSource.system(), now::get));

    @Test
    void repairsTheFirstFewAtOnce() {
        for (int i = 0; i < 3; i++) {
            assertThat(fights.repaired(FILE)).isEmpty();
        }
        assertThat(fights.postponed()).isEmpty();
    }

    @Test
    void givesWayForLongerAndLongerUpToHalfAMinute() {
        Optional<Duration> wait = Optional.empty();
        for (int i = 0; i < 20; i++) {
            wait = fights.repaired(FILE);
            wait.ifPresent(this::pass);
        }
        assertThat(wait).contains(Duration.ofSeconds(30));
    }

    @Test
    void postponesUntilTheWaitIsOver() {
        for (int i = 0; i < 4; i++) {
            fights.repaired(FILE);
        }
        assertThat(fights.postponed()).containsExactly(FILE);
        assertThat(fights.nextTurn()).contains(Duration.ofMillis(100));
        pass(Duration.ofMillis(100));
        assertThat(fights.postponed()).isEmpty();
        assertThat(fights.nextTurn()).isEmpty();
    }

    @Test
    void forgetsAfterAMinuteOfPeace() {
        for (int i = 0; i < 10; i++) {
            fights.repaired(FILE);
        }
        pass(Duration.ofSeconds(61));
        assertThat(fights.repaired(FILE)).isEmpty();
    }

    @Test
    void keepsFilesApart() {
        for (int i = 0; i < 10; i++) {
            fights.repaired(FILE);
        }
        assertThat(fights.repaired("/other")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "/opt/cni/bin/linkerd-cni, Linkerd's own CNI DaemonSet: keep it off this node",
                "/etc/cni/net.d/ZZZ-linkerd-cni-kubeconfig, Linkerd's own CNI DaemonSet: keep it off this node",
                "/etc/cni/linkerd-multus/linkerd-cni.kubeconfig, "
            })
    void namesWhoWritesSuchAFileToo(String file, @Nullable String likely) {
        assertThat(Fights.likelyRival(file)).isEqualTo(Optional.ofNullable(likely));
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
