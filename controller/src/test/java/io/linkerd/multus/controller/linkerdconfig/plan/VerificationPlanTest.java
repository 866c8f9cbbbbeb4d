// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult.Injected;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult.NotAsked;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult.NotInjected;
import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult.Refused;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan.Agreed;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan.Ask;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan.GiveUp;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationPlan.PutBack;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** In 2019 a minute was slept, whatever the injectors had by then. */
class VerificationPlanTest {
    private static final InjectionProbeResult OLD = new Injected("old");
    private static final InjectionProbeResult NEW = new Injected("new");

    record Row(
            InjectionProbeResult before,
            List<InjectionProbeResult> since,
            int seconds,
            Class<? extends VerificationPlan> follows) {}

    private static final List<Row> ROWS = List.of(
            new Row(OLD, List.of(), 0, Ask.class),
            new Row(OLD, times(7, NEW), 10, Ask.class),
            // All may be of one replica, to which the API server keeps its connection.
            new Row(OLD, times(8, NEW), 119, Ask.class),
            new Row(OLD, times(8, NEW), 120, Agreed.class),
            new Row(OLD, mixed(times(7, NEW), List.of(OLD)), 60, Ask.class),
            new Row(OLD, mixed(times(3, OLD), times(8, NEW)), 120, Agreed.class),
            new Row(OLD, times(30, OLD), 119, Ask.class),
            new Row(OLD, times(30, OLD), 120, Agreed.class),
            new Row(OLD, mixed(times(8, OLD), List.of(new Refused("denied"))), 60, PutBack.class),
            new Row(OLD, mixed(List.of(OLD), times(2, new NotInjected())), 60, Ask.class),
            new Row(OLD, mixed(List.of(OLD), times(3, new NotInjected())), 60, PutBack.class),
            new Row(OLD, mixed(times(8, OLD), List.of(new NotAsked("timeout"))), 60, Ask.class),
            new Row(OLD, mixed(times(20, OLD), List.of(NEW)), 299, Ask.class),
            new Row(OLD, mixed(times(20, OLD), List.of(NEW)), 300, GiveUp.class),
            new Row(new NotAsked("no right"), List.of(), 0, GiveUp.class),
            new Row(new NotInjected(), List.of(), 0, GiveUp.class),
            new Row(new Refused("denied before"), List.of(), 0, GiveUp.class));

    @Test
    void waitsUntilAnswersAgreeAndNoLonger() {
        for (var row : ROWS) {
            assertThat(VerificationPlan.of(row.before(), row.since(), Duration.ofSeconds(row.seconds())))
                    .as("%s", row)
                    .isInstanceOf(row.follows());
        }
    }

    private static List<InjectionProbeResult> times(int count, InjectionProbeResult answer) {
        return Collections.nCopies(count, answer);
    }

    private static List<InjectionProbeResult> mixed(List<InjectionProbeResult> first, List<InjectionProbeResult> then) {
        return Stream.concat(first.stream(), then.stream()).toList();
    }
}
