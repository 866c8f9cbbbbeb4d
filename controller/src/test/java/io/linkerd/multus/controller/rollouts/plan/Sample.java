// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.rollouts.plan.Workload.Role;
import io.linkerd.multus.controller.workloads.plan.Finding;
import io.linkerd.multus.controller.workloads.plan.Outdated;
import io.linkerd.multus.controller.workloads.plan.OutdatedReason;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Workloads and views for tests. */
final class Sample {
    static final Instant NOW = Instant.parse("2026-11-28T02:30:00Z");
    static final String REVISION = RolloutMark.revision(7, "0a1b2c3d-4e5f");
    static final String NEXT_REVISION = RolloutMark.revision(8, "0a1b2c3d-4e5f");
    static final ChangeDigest CHANGE = change("one");
    static final ChangeDigest NEXT_CHANGE = change("two");
    static final Outdated OLD =
            Outdated.of(List.of(List.of(new Finding(OutdatedReason.PROXY_VERSION, "edge-1 instead of edge-2", true))));
    static final RolloutCounts COMPLETE = counts(3, 3, false);
    static final RolloutCounts GOING = counts(1, 2, false);
    static final RolloutCounts FAILED = counts(1, 2, true);
    static final List<Workload> CONTROL_PLANE = Stream.of(Role.IDENTITY, Role.DESTINATION, Role.PROXY_INJECTOR)
            .map(Sample::controlPlane)
            .toList();

    private Sample() {}

    static ChangeDigest change(String values) {
        return ChangeDigest.of(new TreeMap<>(Map.of("values", values)));
    }

    static RolloutCounts counts(int updated, int available, boolean deadlineExceeded) {
        return new RolloutCounts(true, false, 3, 3, updated, available, 3, deadlineExceeded, Optional.empty());
    }

    /** A Deployment that opted in, is at rest, and has outdated pods. */
    static Workload due(String namespace, String name) {
        return new Workload(
                new Subject("apps/v1", "Deployment", namespace, name, namespace + "-" + name),
                "1",
                Role.DATA_PLANE,
                RestartWay.TEMPLATE,
                RolloutOptIn.IN,
                OLD,
                CHANGE,
                Optional.empty(),
                Optional.empty(),
                COMPLETE,
                List.of(),
                Set.of(),
                0);
    }

    private static Workload controlPlane(Role role) {
        var one =
                due("linkerd", "linkerd-" + role.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        return with(one, role, RestartWay.TEMPLATE, RolloutOptIn.SILENT, Outdated.NO);
    }

    static Workload with(Workload one, Role role, RestartWay way, RolloutOptIn optIn, Outdated outdated) {
        return new Workload(
                one.subject(),
                one.resourceVersion(),
                role,
                way,
                optIn,
                outdated,
                one.change(),
                one.mark(),
                one.restarted(),
                one.counts(),
                one.pods(),
                one.cautions(),
                one.unmeshed());
    }

    static Workload with(Workload one, RestartWay way) {
        return with(one, one.role(), way, one.optIn(), one.outdated());
    }

    static Workload with(Workload one, RolloutOptIn optIn) {
        return with(one, one.role(), one.way(), optIn, one.outdated());
    }

    static Workload with(Workload one, Outdated outdated) {
        return with(one, one.role(), one.way(), one.optIn(), outdated);
    }

    static Workload with(Workload one, ChangeDigest change) {
        return with(one, change, one.mark(), one.counts(), one.pods());
    }

    static Workload with(Workload one, RolloutCounts counts) {
        return with(one, one.change(), one.mark(), counts, one.pods());
    }

    static Workload with(Workload one, Set<Caution> cautions) {
        return new Workload(
                one.subject(),
                one.resourceVersion(),
                one.role(),
                one.way(),
                one.optIn(),
                one.outdated(),
                one.change(),
                one.mark(),
                one.restarted(),
                one.counts(),
                one.pods(),
                cautions,
                one.unmeshed());
    }

    static Workload with(
            Workload one, ChangeDigest change, Optional<RolloutMark> mark, RolloutCounts counts, List<OwnedPod> pods) {
        return new Workload(
                one.subject(),
                one.resourceVersion(),
                one.role(),
                one.way(),
                one.optIn(),
                one.outdated(),
                change,
                mark,
                mark.map(_ -> NOW.minusSeconds(60)),
                counts,
                pods,
                one.cautions(),
                one.unmeshed());
    }

    /** The same, restarted at another moment. */
    static Workload at(Workload one, Instant restarted) {
        return changed(one, Optional.of(restarted), one.unmeshed());
    }

    /** The same, with so many new pods that have no proxy. */
    static Workload unmeshed(Workload one, int pods) {
        return changed(one, one.restarted(), pods);
    }

    private static Workload changed(Workload one, Optional<Instant> restarted, int unmeshed) {
        return new Workload(
                one.subject(),
                one.resourceVersion(),
                one.role(),
                one.way(),
                one.optIn(),
                one.outdated(),
                one.change(),
                one.mark(),
                restarted,
                one.counts(),
                one.pods(),
                one.cautions(),
                unmeshed);
    }

    /** The same after a restart by the revision for the change that it has. */
    static Workload restarted(Workload one, String revision, RolloutCounts counts) {
        return with(one, one.change(), Optional.of(new RolloutMark(one.change(), revision)), counts, one.pods());
    }

    static RolloutSpec auto(int atOnce, int perNamespace) {
        return new RolloutSpec(RolloutSpec.Mode.AUTO, atOnce, perNamespace, false, Duration.ZERO, Optional.empty());
    }

    static RolloutSpec mode(RolloutSpec.Mode mode) {
        return new RolloutSpec(mode, 1, 1, false, Duration.ZERO, Optional.empty());
    }

    /** With the control plane at rest. */
    static RolloutView view(RolloutSpec spec, List<AtHand> atHand, Workload... workloads) {
        return new RolloutView(
                spec,
                REVISION,
                Stream.concat(CONTROL_PLANE.stream(), Stream.of(workloads)).toList(),
                atHand,
                NOW);
    }

    static RolloutView of(RolloutView view, List<Hindrance> hindrances) {
        return view.with(hindrances);
    }

    static RolloutView of(RolloutView view, String revision) {
        return new RolloutView(view.spec(), revision, view.workloads(), view.atHand(), view.now())
                .with(view.hindrances());
    }

    static RolloutView later(RolloutView view, Duration by) {
        return new RolloutView(
                        view.spec(),
                        view.revision(),
                        view.workloads(),
                        view.atHand(),
                        view.now().plus(by))
                .with(view.hindrances());
    }

    static RolloutView.Remembered remembered(Set<String> denied, Set<String> stalled, Map<String, Instant> resting) {
        return new RolloutView.Remembered(denied, stalled, resting, Set.of(), Map.of(), Map.of());
    }

    static AtHand atHand(Workload workload) {
        return AtHand.of(workload, false, 1);
    }

    /** At hand, and seen restarted. */
    static AtHand seen(Workload workload) {
        return AtHand.of(workload, false, 0);
    }
}
