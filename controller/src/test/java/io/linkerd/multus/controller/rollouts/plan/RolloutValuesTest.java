// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import static io.linkerd.multus.controller.rollouts.plan.Sample.CHANGE;
import static io.linkerd.multus.controller.rollouts.plan.Sample.NOW;
import static io.linkerd.multus.controller.rollouts.plan.Sample.REVISION;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.pods.plan.Roots;
import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import io.linkerd.multus.controller.rollouts.plan.Caution.Habits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RolloutValuesTest {
    private static final Map<String, String> NONE = Map.of();
    private static final Map<String, String> AUTO = Map.of("config.linkerd.io/reconcile", "auto");
    private static final Map<String, String> DISABLED = Map.of("config.linkerd.io/reconcile", "disabled");
    private static final TrustAnchors A = TrustAnchors.read(Roots.A);
    private static final TrustAnchors BOTH = TrustAnchors.read(Roots.A + Roots.B);
    private static final TrustAnchors B = TrustAnchors.read(Roots.B);

    /** Labels, and what they say together. */
    record Labels(
            Map<String, String> workload,
            Map<String, String> template,
            Map<String, String> namespace,
            RolloutOptIn says) {}

    static Stream<Labels> labels() {
        return Stream.of(
                new Labels(NONE, NONE, NONE, RolloutOptIn.SILENT),
                new Labels(AUTO, NONE, NONE, RolloutOptIn.IN),
                new Labels(NONE, AUTO, NONE, RolloutOptIn.IN),
                new Labels(NONE, NONE, AUTO, RolloutOptIn.IN),
                new Labels(AUTO, AUTO, DISABLED, RolloutOptIn.OUT),
                new Labels(DISABLED, NONE, AUTO, RolloutOptIn.OUT),
                new Labels(NONE, DISABLED, AUTO, RolloutOptIn.OUT),
                new Labels(Map.of("config.linkerd.io/reconcile", "Auto"), NONE, NONE, RolloutOptIn.SILENT),
                new Labels(
                        AUTO,
                        AUTO,
                        Map.of(
                                "config.linkerd.io/admission-webhooks",
                                "disabled",
                                "config.linkerd.io/reconcile",
                                "auto"),
                        RolloutOptIn.NAMESPACE_OUT),
                new Labels(AUTO, NONE, Map.of("config.linkerd.io/admission-webhooks", "enabled"), RolloutOptIn.IN));
    }

    @ParameterizedTest
    @MethodSource("labels")
    void disabledWinsWhereverItStands(Labels labels) {
        assertThat(RolloutOptIn.of(labels.workload(), labels.template(), labels.namespace()))
                .isEqualTo(labels.says());
    }

    /** Owners, the pod's own first, and how such pods are restarted. */
    record Chain(List<PodOwner> owners, boolean paused, boolean onDelete, RestartWay way) {}

    static Stream<Chain> chains() {
        var replicaSet = owner("apps/v1", "ReplicaSet");
        var deployment = owner("apps/v1", "Deployment");
        return Stream.of(
                new Chain(List.of(replicaSet, deployment), false, false, RestartWay.TEMPLATE),
                new Chain(List.of(replicaSet, deployment), true, false, RestartWay.PAUSED),
                new Chain(List.of(owner("apps/v1", "StatefulSet")), false, false, RestartWay.TEMPLATE),
                new Chain(List.of(owner("apps/v1", "StatefulSet")), false, true, RestartWay.EVICTION),
                new Chain(List.of(owner("apps/v1", "DaemonSet")), false, false, RestartWay.TEMPLATE),
                new Chain(List.of(owner("apps/v1", "DaemonSet")), false, true, RestartWay.EVICTION),
                new Chain(List.of(replicaSet), false, false, RestartWay.EVICTION),
                new Chain(
                        List.of(replicaSet, owner("argoproj.io/v1alpha1", "Rollout")),
                        false,
                        false,
                        RestartWay.ARGO_ROLLOUT),
                new Chain(
                        List.of(
                                owner("v1", "ReplicationController"),
                                owner("apps.openshift.io/v1", "DeploymentConfig")),
                        false,
                        false,
                        RestartWay.DEPLOYMENT_CONFIG),
                new Chain(List.of(owner("v1", "ReplicationController")), false, false, RestartWay.OTHER_OWNER),
                new Chain(
                        List.of(owner("batch/v1", "Job"), owner("batch/v1", "CronJob")), false, false, RestartWay.JOB),
                new Chain(List.of(), false, false, RestartWay.BARE_POD),
                // Whoever wrote the Deployment would write its template again.
                new Chain(
                        List.of(
                                replicaSet,
                                deployment,
                                owner("operators.coreos.com/v1alpha1", "ClusterServiceVersion")),
                        false,
                        false,
                        RestartWay.OTHER_OWNER),
                new Chain(List.of(owner("apps.example.com/v1", "Deployment")), false, false, RestartWay.OTHER_OWNER),
                new Chain(
                        List.of(owner("apps.kruise.io/v1alpha1", "StatefulSet")),
                        false,
                        false,
                        RestartWay.OTHER_OWNER));
    }

    @ParameterizedTest
    @MethodSource("chains")
    void eachKindIsRestartedInItsOwnWayOrNotAtAll(Chain chain) {
        assertThat(RestartWay.of(chain.owners(), chain.paused(), chain.onDelete()))
                .isEqualTo(chain.way());
    }

    @Test
    void whatMayHurtIsSaidBeforehand() {
        assertThat(Caution.of(new Habits(3, 1, false, 0, 1), false)).isEmpty();
        assertThat(Caution.of(new Habits(1, 0, false, 0, 0), false))
                .containsExactlyInAnyOrder(
                        Caution.SINGLE_REPLICA, Caution.NONE_UNAVAILABLE, Caution.NO_DISRUPTION_ALLOWED);
        assertThat(Caution.of(new Habits(3, 0, true, 2, 1), false))
                .containsExactlyInAnyOrder(Caution.ALL_AT_ONCE, Caution.PARTITIONED);
        assertThat(Caution.of(new Habits(1, 1, false, 0, 1), true)).isEmpty();
    }

    @Test
    void aMarkIsReadAsItWasWrittenAndForeignTextIsNone() {
        var mark = new RolloutMark(CHANGE, REVISION);

        assertThat(RolloutMark.read(mark.text())).hasValue(mark);
        assertThat(RolloutMark.read("")).isEmpty();
        assertThat(RolloutMark.read(mark.text() + "\n")).isEmpty();
        assertThat(RolloutMark.read(CHANGE.text())).isEmpty();
        assertThat(RolloutMark.revision(3, "ab")).isEqualTo("3-ab");
    }

    @Test
    void aDigestIsOfNamesAndValuesHoweverTheyRunIntoEachOther() {
        assertThat(ChangeDigest.of(new TreeMap<>(Map.of("a", "b", "c", "d"))))
                .isEqualTo(ChangeDigest.of(new TreeMap<>(Map.of("c", "d", "a", "b"))))
                .isNotEqualTo(ChangeDigest.of(new TreeMap<>(Map.of("a", "bcd"))))
                .isNotEqualTo(ChangeDigest.of(new TreeMap<>(Map.of("ab", "", "c", "d"))));
        assertThat(Stream.of("a b", "c b", "a c", "ab ", " ab", "a b2:cd")
                        .map(fact -> fact.split(" ", 2))
                        .map(fact -> ChangeDigest.of(new TreeMap<>(Map.of(fact[0], fact[1])))))
                .doesNotHaveDuplicates();
    }

    /** What stands in a status, and how far that is. */
    record Status(RolloutCounts counts, Class<? extends Progress> progress) {
        static Status of(
                boolean observed,
                int toUpdate,
                int updated,
                int available,
                int total,
                Class<? extends Progress> progress) {
            return new Status(
                    new RolloutCounts(observed, false, 3, toUpdate, updated, available, total, false, Optional.empty()),
                    progress);
        }
    }

    static Stream<Status> statuses() {
        var stepped = Optional.of(NOW.minus(RolloutCounts.PATIENCE).plusSeconds(1));
        return Stream.of(
                Status.of(true, 3, 3, 3, 3, Progress.Complete.class),
                // The status is still of the template before.
                Status.of(false, 3, 3, 3, 3, Progress.Going.class),
                Status.of(true, 3, 2, 3, 3, Progress.Going.class),
                Status.of(true, 3, 3, 2, 3, Progress.Going.class),
                Status.of(true, 3, 3, 3, 4, Progress.Going.class),
                Status.of(true, 1, 1, 3, 3, Progress.Complete.class),
                new Status(new RolloutCounts(true, true, 3, 3, 3, 3, 3, false, Optional.empty()), Progress.Going.class),
                new Status(
                        new RolloutCounts(true, false, 3, 3, 1, 3, 4, true, Optional.empty()), Progress.Failed.class),
                new Status(
                        new RolloutCounts(false, false, 3, 3, 1, 3, 4, true, Optional.empty()), Progress.Going.class),
                new Status(new RolloutCounts(true, false, 3, 3, 1, 2, 3, false, stepped), Progress.Going.class),
                new Status(
                        new RolloutCounts(
                                true, false, 3, 3, 1, 2, 3, false, stepped.map(at -> at.minus(Duration.ofSeconds(1)))),
                        Progress.Failed.class));
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void progressIsWhatKubectlRolloutStatusSays(Status status) {
        assertThat(status.counts().progress(NOW)).isInstanceOf(status.progress());
    }

    /** Bundle, what pods trust, whether identity was restarted, and what is said. */
    record Trust(TrustAnchors bundle, List<TrustAnchors> inUse, boolean restarted, String says) {}

    static Stream<Trust> trusts() {
        return Stream.of(
                new Trust(A, List.of(A), false, ""),
                new Trust(BOTH, List.of(A), true, ""),
                new Trust(BOTH, List.of(A), false, "IdentityNotRestarted"),
                new Trust(BOTH, List.of(BOTH), false, ""),
                new Trust(B, List.of(A), true, "TrustRootReplaced"),
                new Trust(B, List.of(BOTH), true, "TrustRootReplaced"),
                new Trust(BOTH, List.of(BOTH, A, TrustAnchors.read(Roots.A + Roots.C)), true, "TrustRootReplaced"),
                new Trust(A, List.of(TrustAnchors.read("junk"), new TrustAnchors.Unseen()), false, ""),
                new Trust(TrustAnchors.read(""), List.of(A), true, "TrustAnchorsUnreadable"),
                new Trust(new TrustAnchors.Unseen(), List.of(), true, "TrustAnchorsUnreadable"));
    }

    @ParameterizedTest
    @MethodSource("trusts")
    void aReplacedTrustRootIsNoReasonToRestart(Trust trust) {
        var hindrance = TrustChange.hindrance(trust.bundle(), List.of(web(trust.inUse())), trust.restarted());

        assertThat(hindrance.map(one -> one.reason().word()).orElse("")).isEqualTo(trust.says());
        assertThat(hindrance.filter(
                        one -> one.reason() == RolloutReason.IDENTITY_NOT_RESTARTED && one.controlPlaneToo()))
                .isEmpty();
    }

    /** Who may create pods in one namespace wrote a certificate into one, and no workload of the cluster was restarted any more. */
    @Test
    void aCertificateThatOneNamespaceAloneTrustsIsThatOnesOwn() {
        var forged = new TrustChange.InUse("tenant", "Deployment tenant/web", Set.of(B));
        var desk = new TrustChange.InUse("bank", "Deployment bank/desk", Set.of(B));

        assertThat(TrustChange.hindrance(A, List.of(web(List.of(A)), forged), true))
                .isEmpty();
        assertThat(TrustChange.hindrance(A, List.of(forged), true)).isPresent();
        assertThat(TrustChange.hindrance(A, List.of(web(List.of(A)), forged, desk), true))
                .isPresent();
        assertThat(TrustChange.hindrance(BOTH, List.of(web(List.of(A)), forged), false))
                .hasValueSatisfying(one -> assertThat(one.reason()).isEqualTo(RolloutReason.IDENTITY_NOT_RESTARTED));
    }

    private static TrustChange.InUse web(List<TrustAnchors> anchors) {
        return new TrustChange.InUse("shop", "Deployment shop/web", Set.copyOf(anchors));
    }

    @Test
    void identityWasRestartedWhereNoPodIsOlderThanTheBundle() {
        assertThat(TrustChange.identityRestarted(Optional.of(NOW), Optional.of(NOW.plusSeconds(1))))
                .isTrue();
        assertThat(TrustChange.identityRestarted(Optional.of(NOW), Optional.of(NOW)))
                .isFalse();
        assertThat(TrustChange.identityRestarted(Optional.of(NOW), Optional.empty()))
                .isFalse();
        assertThat(TrustChange.identityRestarted(Optional.empty(), Optional.of(NOW)))
                .isFalse();
    }

    private static PodOwner owner(String apiVersion, String kind) {
        return new PodOwner(apiVersion, kind, "web", "uid");
    }
}
