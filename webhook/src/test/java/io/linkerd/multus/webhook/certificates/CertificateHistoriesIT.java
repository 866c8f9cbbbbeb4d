// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/**
 * Races, wrong clocks, replicas that stand still at the worst moment, and people who delete things, in every order. After each moment of
 * each history: what is served is trusted, and nobody else is; in the end all agree.
 */
class CertificateHistoriesIT {
    private static final int HISTORIES = Integer.getInteger("QT_EXAMPLES", 8);
    private static final Duration BEHIND = Duration.ofHours(-2);
    private static final Duration AHEAD = Duration.ofHours(2);
    static final List<Duration> RIGHT = List.of(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    static final List<Duration> WRONG = List.of(BEHIND, Duration.ZERO, AHEAD, Duration.ofMinutes(-30));

    /** What happens, as numbers: they become smaller and fewer where a history fails. */
    private static Gen<List<Integer>> moments() {
        return lists().of(integers().between(0, 9_999)).ofSizeBetween(1, 150);
    }

    @Test
    void racesAndStallsDoNoHarm() {
        property().withExamples(HISTORIES).forAll(moments()).checkAssert(moments -> tell(RIGHT, false, moments));
    }

    @Test
    void clocksThatAreHoursApartDoNoHarm() {
        property().withExamples(HISTORIES).forAll(moments()).checkAssert(moments -> tell(WRONG, false, moments));
    }

    @Test
    void deletionsAreHealed() {
        property().withExamples(HISTORIES).forAll(moments()).checkAssert(moments -> tell(RIGHT, true, moments));
    }

    @Test
    void deletionsAreHealedByReplicasWhoseClocksAreHoursApart() {
        property().withExamples(HISTORIES).forAll(moments()).checkAssert(moments -> tell(WRONG, true, moments));
    }

    static void tell(List<Duration> clocks, boolean deletions, List<Integer> moments) {
        try (var history = new CertificateHistory(clocks)) {
            moments.forEach(moment -> tell(history, clocks, deletions, moment % 100, moment / 100));
            history.end();
        }
    }

    /** Most moments are a step of somebody. */
    private static void tell(
            CertificateHistory history, List<Duration> clocks, boolean deletions, int kind, int detail) {
        if (kind < 65) {
            history.step(detail);
        } else if (kind < 75) {
            history.passTime(Duration.ofSeconds(detail));
        } else if (kind < 80) {
            history.passTime(Duration.ofMinutes(detail));
        } else if (kind < 84) {
            history.live(1 + detail % 7);
        } else if (kind < 87) {
            // Long enough for a third of an authority's life, or all but that.
            history.live(240 + detail % 10);
        } else if (kind < 90) {
            history.restart(detail, clocks.get(detail % clocks.size()));
        } else if (deletions) {
            takeAway(history, kind);
        } else {
            history.step(detail);
        }
    }

    private static void takeAway(CertificateHistory history, int kind) {
        switch (kind % 5) {
            case 0 -> history.deleteSecret();
            case 1 -> history.deleteCaBundle();
            case 2 -> history.deleteBoth();
            case 3 -> history.breakSecret();
            default -> history.replaceConfiguration();
        }
    }
}
