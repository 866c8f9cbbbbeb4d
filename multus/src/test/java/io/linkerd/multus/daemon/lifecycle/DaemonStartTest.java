// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.config.ExitCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaemonStartTest {
    private final FakeWaits waits = new FakeWaits();
    private final List<StartStage> looks = new ArrayList<>();

    @Test
    void looksAtEachOnceInUpstreamsOrderWhereAllIsThere() throws InterruptedException {
        assertThat(start(_ -> new StartCheck.Passed())).isEmpty();

        assertThat(looks)
                .containsExactly(
                        StartStage.READINESS_FILE,
                        StartStage.PRIMARY_NETWORK,
                        StartStage.USER,
                        StartStage.SOCKET,
                        StartStage.OWN_API,
                        StartStage.PROGRAMS);
        assertThat(waits.passed()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "READINESS_FILE, 45, 1",
        "PRIMARY_NETWORK, 120, 2",
        "USER, 0, 3",
        "SOCKET, 0, 3",
        "OWN_API, 60, 1",
        "PROGRAMS, 60, 3"
    })
    void endsWithUpstreamsExitCodeAfterUpstreamsTime(StartStage missing, int seconds, int exit)
            throws InterruptedException {
        var ended = start(stage -> stage == missing ? new StartCheck.NotYet("no") : new StartCheck.Passed());

        assertThat(ended).map(ExitCode::status).contains(exit);
        assertThat(waits.passed()).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(looks.getLast()).isEqualTo(missing);
    }

    @Test
    void goesOnAsSoonAsWhatItWaitsForIsThere() throws InterruptedException {
        var ended = start(
                stage -> stage == StartStage.PRIMARY_NETWORK && waits.passed().toSeconds() < 7
                        ? new StartCheck.NotYet("no")
                        : new StartCheck.Passed());

        assertThat(ended).isEmpty();
        assertThat(waits.passed()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void startsWithTheLastGoodConfigurationWhereThePrimaryNetworkDoesNotCome() throws InterruptedException {
        var ended = start(stage ->
                stage == StartStage.PRIMARY_NETWORK ? new StartCheck.Doubtful("torn") : new StartCheck.Passed());

        assertThat(ended).isEmpty();
        assertThat(waits.passed()).isEqualTo(Duration.ofMinutes(2));
        assertThat(looks.getLast()).isEqualTo(StartStage.PROGRAMS);
    }

    @Test
    void aStopEndsTheWaitAndNothingElseIsBegun() throws InterruptedException {
        var ended = start(stage -> {
            if (waits.passed().toSeconds() == 3) {
                waits.stop();
            }
            return new StartCheck.NotYet("no");
        });

        assertThat(ended).isEmpty();
        assertThat(looks).containsOnly(StartStage.READINESS_FILE);
    }

    private Optional<ExitCode> start(StartCheck.Look look) throws InterruptedException {
        return new DaemonStart(
                        stage -> {
                            looks.add(stage);
                            return look.at(stage);
                        },
                        waits,
                        waits::nanos)
                .run();
    }
}
