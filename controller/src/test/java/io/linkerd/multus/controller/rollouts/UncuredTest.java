// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.rollouts.plan.RestartWay;
import io.linkerd.multus.controller.rollouts.plan.RolloutCounts;
import io.linkerd.multus.controller.rollouts.plan.RolloutOptIn;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.controller.workloads.plan.Finding;
import io.linkerd.multus.controller.workloads.plan.Outdated;
import io.linkerd.multus.controller.workloads.plan.OutdatedReason;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A workload was restarted for each change, and was outdated in the same as before each time. */
class UncuredTest {
    private static final Instant NOW = Instant.parse("2026-11-28T02:30:00Z");
    private static final ChangeDigest ONE = new ChangeDigest("1111111111111111");
    private static final ChangeDigest TWO = new ChangeDigest("2222222222222222");
    private static final String VARIABLE = "LINKERD2_PROXY_LOG";

    private final Uncured uncured = new Uncured();

    @Test
    void whatARestartLeftIsNoReasonForTheNext() {
        assertThat(look(ONE, Optional.empty(), outdated(VARIABLE, 3)).wants(false))
                .isTrue();
        assertThat(look(ONE, Optional.of(ONE), outdated(VARIABLE, 3)).outdated().isEmpty())
                .as("it is told")
                .isFalse();

        assertThat(look(TWO, Optional.of(ONE), outdated(VARIABLE, 3)).wants(false))
                .isFalse();
        assertThat(look(TWO, Optional.of(ONE), outdated("LINKERD2_PROXY_CORES", 3))
                        .wants(false))
                .as("in something else")
                .isTrue();
        assertThat(look(TWO, Optional.of(ONE), outdated(VARIABLE, 4)).wants(false))
                .as("more pods, as those above a partition")
                .isTrue();
    }

    @Test
    void aCertificateIsAlwaysWorthARestart() {
        var outdated = outdated(OutdatedReason.TRUST_ANCHORS, "1 is missing", 3);
        look(ONE, Optional.of(ONE), outdated);

        assertThat(look(TWO, Optional.of(ONE), outdated).wants(false)).isTrue();
    }

    @Test
    void whatIsCuredIsForgotten() {
        look(ONE, Optional.of(ONE), outdated(VARIABLE, 3));
        look(ONE, Optional.of(ONE), Outdated.NO);

        assertThat(look(TWO, Optional.of(ONE), outdated(VARIABLE, 3)).wants(false))
                .isTrue();
    }

    private Workload look(ChangeDigest change, Optional<ChangeDigest> mark, Outdated outdated) {
        return uncured.look(
                        List.of(new Workload(
                                new Subject("apps/v1", "Deployment", "shop", "web", "u"),
                                "1",
                                Workload.Role.DATA_PLANE,
                                RestartWay.TEMPLATE,
                                RolloutOptIn.IN,
                                outdated,
                                change,
                                mark.map(one -> new RolloutMark(one, RolloutMark.revision(7, "0a1b2c3d-4e5f"))),
                                Optional.empty(),
                                new RolloutCounts(true, false, 3, 3, 3, 3, 3, false, Optional.empty()),
                                List.of(),
                                Set.of(),
                                0)),
                        NOW)
                .getFirst();
    }

    private static Outdated outdated(String variable, int pods) {
        return outdated(OutdatedReason.SETTINGS, variable, pods);
    }

    private static Outdated outdated(OutdatedReason reason, String detail, int pods) {
        return Outdated.of(Collections.nCopies(pods, List.of(new Finding(reason, detail, true))));
    }
}
