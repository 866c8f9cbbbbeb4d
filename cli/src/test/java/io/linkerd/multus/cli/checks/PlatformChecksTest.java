// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.OpenShiftView;
import io.linkerd.multus.cli.facts.OpenShiftView.LackingRight;
import io.linkerd.multus.cli.facts.PlatformView;
import io.linkerd.multus.cli.facts.PodDemand;
import io.linkerd.multus.cli.facts.QuotaView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WorkloadView;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class PlatformChecksTest {
    private static final String CRITICAL = "system-node-critical";
    private static final LackingRight MISSING =
            new LackingRight("RoleBinding linkerd/linkerd-multus-scc is missing", false);
    private static final LackingRight FOREIGN =
            new LackingRight("RoleBinding linkerd/linkerd-multus-scc was not made by this release", true);

    /** What is changed, how the last check that is not right comes out, and what it says. */
    record Broken(String name, Consumer<Healthy> change, Result result, String hint, String words) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Broken> BROKEN =
            Stream.of(pods(), attachments(), openShift()).flatMap(List::stream).toList();

    private static List<Broken> pods() {
        return List.of(
                wrong(
                        "a quota of pods that is used up",
                        cluster -> {
                            cluster.demand("installer", demand(2, ""));
                            cluster.quotas = quotas("linkerd-multus", "pods", 2, 2);
                        },
                        "no-room-for-pods",
                        "linkerd-multus-installer: ResourceQuota linkerd-multus/few has no room (pods: 2 of 2)"),
                warned(
                        "the same, while all pods are there",
                        cluster -> {
                            cluster.demand("webhook", demand(0, ""));
                            cluster.quotas = quotas("linkerd-multus", "pods", 2, 2);
                        },
                        "no-room-for-pods",
                        "one pod more"),
                wrong(
                        "a quota of what pods do not say",
                        cluster -> {
                            cluster.demand("installer", demand(1, ""));
                            cluster.quotas = quotas("linkerd-multus", "limits.cpu", 9, 0);
                            cluster.refusals = refused("failed quota: few: must specify limits.cpu for: installer");
                        },
                        "no-room-for-pods",
                        "lets in no pod that does not say limits.cpu"),
                wrong(
                        "GKE without a quota of the critical classes",
                        cluster -> {
                            cluster.server = new Sight.Seen<>("v1.34.1-gke.1829001");
                            cluster.demand("installer", demand(3, CRITICAL));
                        },
                        "no-room-for-pods",
                        "no ResourceQuota of namespace linkerd-multus allows pods of class system-node-critical"));
    }

    private static List<Broken> attachments() {
        return List.of(
                wrong(
                        "a quota of attachments that is used up",
                        cluster -> {
                            cluster.attachments = new Sight.Seen<>(List.of());
                            cluster.attachmentQuotas = quotas("shop", PlatformView.ATTACHMENTS, 0, 0);
                        },
                        "no-room-for-attachments",
                        "ResourceQuota shop/few (0 of 0)"),
                warned(
                        "more attachments than a quota allows",
                        cluster -> cluster.attachmentQuotas = quotas("shop", PlatformView.ATTACHMENTS, 1, 2),
                        "no-room-for-attachments",
                        "none is made anew once it goes: ResourceQuota shop/few (2 of 1)"));
    }

    private static List<Broken> openShift() {
        return List.of(
                wrong(
                        "no constraints for Linkerd",
                        cluster -> cluster.openShift = seen(Set.of("restricted-v2"), List.of(), List.of(), true),
                        "scc-missing",
                        "missing: nonroot-v2"),
                wrong(
                        "no constraints of ours",
                        cluster -> {
                            cluster.demand(
                                    "installer",
                                    new PodDemand(3, "", Optional.of("linkerd-multus-installer"), Map.of()));
                            cluster.openShift = seen(Set.of("nonroot-v2"), List.of(), List.of(), true);
                        },
                        "scc-missing",
                        "missing: linkerd-multus-installer"),
                wrong(
                        "no role for Linkerd",
                        cluster -> cluster.openShift = new Sight.Seen<>(new OpenShiftView(
                                new Sight.Seen<>(Set.of()),
                                "mesh-scc",
                                new Sight.Absent<>(),
                                new Sight.Absent<>(),
                                new Sight.Absent<>(),
                                new Sight.Absent<>())),
                        "scc-missing",
                        "there is no ClusterRole mesh-scc"),
                wrong(
                        "no binding",
                        cluster -> cluster.openShift = seen(Set.of("nonroot-v2"), List.of(MISSING), List.of(), true),
                        "scc-binding-missing",
                        MISSING.words()),
                warned(
                        "another writer's binding",
                        cluster -> cluster.openShift = seen(Set.of("nonroot-v2"), List.of(FOREIGN), List.of(), true),
                        "scc-binding-missing",
                        "Delete what is not of this release"),
                wrong(
                        "no right to the Lease",
                        cluster -> cluster.openShift = seen(Set.of("nonroot-v2"), List.of(), List.of(MISSING), false),
                        "policy-lease",
                        "linkerd-destination does not get ready: " + MISSING.words()),
                warned(
                        "the Lease by another right",
                        cluster -> cluster.openShift = seen(Set.of("nonroot-v2"), List.of(), List.of(MISSING), true),
                        "policy-lease",
                        "it holds it by another right"),
                warned(
                        "no right is given, and the Lease is nobody's",
                        cluster -> cluster.openShift = new Sight.Seen<>(new OpenShiftView(
                                new Sight.Seen<>(Set.of("nonroot-v2")),
                                "system:openshift:scc:nonroot-v2",
                                new Sight.Denied<>("get clusterroles"),
                                new Sight.Seen<>(List.of()),
                                new Sight.Absent<>(),
                                new Sight.Seen<>(false))),
                        "policy-lease",
                        "controller.policyLease.enabled"));
    }

    private static Sight<OpenShiftView> seen(
            Set<String> constraints, List<LackingRight> bindings, List<LackingRight> lease, boolean held) {
        return new Sight.Seen<>(new OpenShiftView(
                new Sight.Seen<>(constraints),
                "system:openshift:scc:nonroot-v2",
                new Sight.Denied<>("get clusterroles"),
                new Sight.Seen<>(bindings),
                new Sight.Seen<>(lease),
                new Sight.Seen<>(held)));
    }

    private static Sight<List<EventView>> refused(String message) {
        return new Sight.Seen<>(List.of(new EventView(
                "DaemonSet",
                "linkerd-multus",
                "linkerd-multus-installer",
                "",
                "FailedCreate",
                message,
                Healthy.NOW.minus(Duration.ofMinutes(3)))));
    }

    private static PodDemand demand(int lacking, String priorityClass) {
        return new PodDemand(
                lacking,
                priorityClass,
                Optional.empty(),
                Map.of("pods", BigDecimal.ONE, "requests.cpu", new BigDecimal("0.1")));
    }

    private static Sight<List<QuotaView>> quotas(
            String namespace, String resource, int hard, int used, QuotaView.Scope... scopes) {
        var bound = new QuotaView.Bound(BigDecimal.valueOf(hard), BigDecimal.valueOf(used), used + " of " + hard);
        return new Sight.Seen<>(List.of(new QuotaView(namespace, "few", Map.of(resource, bound), List.of(scopes))));
    }

    private static Broken wrong(String name, Consumer<Healthy> change, String hint, String words) {
        return new Broken(name, change, Result.ERROR, hint, words);
    }

    private static Broken warned(String name, Consumer<Healthy> change, String hint, String words) {
        return new Broken(name, change, Result.WARNING, hint, words);
    }

    @ParameterizedTest
    @FieldSource("BROKEN")
    void whatThePlatformAsksForIsToldWithItsCause(Broken broken) {
        var cluster = new Healthy();
        broken.change().accept(cluster);

        var last = unlucky(Checks.all(cluster.seen())).getLast();

        assertThat(last.hint()).isEqualTo(broken.hint());
        assertThat(last.result()).isEqualTo(broken.result());
        assertThat(last.error().orElseThrow()).contains(broken.words());
        assertThat(last.error().orElseThrow().lines()).hasSizeBetween(1, 2);
    }

    /** The line about the attachment is the first that is wrong, and has to name the cause. */
    @Test
    void anAttachmentThatAQuotaKeepsAwayIsToldWithTheQuota() {
        var cluster = new Healthy();
        cluster.attachments = new Sight.Seen<>(List.of());
        cluster.attachmentQuotas = quotas("shop", PlatformView.ATTACHMENTS, 1, 1);

        assertThat(first(cluster)).contains("shop (ResourceQuota shop/few (1 of 1) is used up)");
    }

    /** What is not ready for want of them stands before. */
    @Test
    void whatComesOfItNamesTheCause() {
        var quota = new Healthy();
        quota.unready("webhook", 1);
        quota.demand("webhook", demand(1, ""));
        quota.quotas = quotas("linkerd-multus", "pods", 2, 2);
        var lease = new Healthy();
        lease.controlPlane = new Sight.Seen<>(List.of(new WorkloadView(
                "Deployment", "linkerd", "linkerd-destination", "", "", "", 1, 0, Map.of(), Map.of(), PodDemand.NONE)));
        lease.openShift = seen(Set.of("nonroot-v2"), List.of(), List.of(MISSING), false);

        assertThat(first(quota)).startsWith("not ready: ").contains("The cause: linkerd-multus-webhook: ResourceQuota");
        assertThat(first(lease)).startsWith("not ready: ").contains("The cause: ", MISSING.words());
    }

    private static String first(Healthy cluster) {
        return unlucky(Checks.all(cluster.seen())).getFirst().error().orElseThrow();
    }

    /** A LimitRange says it for the pod. */
    @Test
    void whatPodsDoNotSayThemselvesIsNoCauseUntilItIsTold() {
        var cluster = new Healthy();
        cluster.demand("installer", demand(1, ""));
        cluster.quotas = quotas("linkerd-multus", "limits.cpu", 9, 0);

        assertThat(unlucky(Checks.all(cluster.seen()))).isEmpty();
    }

    /** Of a webhook without room nodes lack no plugin. */
    @Test
    void whatDoesNotComeOfItNamesItNot() {
        var cluster = new Healthy();
        cluster.nodes = new Sight.Seen<>(List.of(Healthy.node("node-1", false)));
        cluster.demand("webhook", demand(1, ""));
        cluster.quotas = quotas("linkerd-multus", "pods", 2, 2);

        assertThat(first(cluster))
                .contains("kubectl logs of the installer's pod")
                .doesNotContain("The cause");
    }

    @Test
    void aQuotaOfOtherPodsRefusesNoneOfOurs() {
        var cluster = new Healthy();
        cluster.demand("installer", demand(1, CRITICAL));
        cluster.quotas =
                quotas("linkerd-multus", "pods", 1, 1, new QuotaView.Scope("PriorityClass", "NotIn", Set.of(CRITICAL)));
        assertThat(unlucky(Checks.all(cluster.seen()))).isEmpty();

        cluster.quotas = quotas("linkerd-multus", "pods", 1, 1, new QuotaView.Scope("BestEffort", "Exists", Set.of()));
        assertThat(unlucky(Checks.all(cluster.seen()))).isEmpty();
    }

    /** The chart's own, as it makes it for GKE. */
    @Test
    void theQuotaThatAllowsTheClassesIsEnough() {
        var cluster = new Healthy();
        cluster.server = new Sight.Seen<>("v1.34.1-gke.1829001");
        cluster.demand("installer", demand(3, CRITICAL));
        cluster.quotas = quotas(
                "linkerd-multus", "pods", 1_000_000, 2, new QuotaView.Scope("PriorityClass", "In", Set.of(CRITICAL)));

        assertThat(unlucky(Checks.all(cluster.seen()))).isEmpty();
    }

    @Test
    void onPlainKubernetesNothingOfOpenShiftIsAsked() {
        assertThat(Checks.all(new Healthy().seen()).categories().getLast().checks())
                .extracting(Check::hint)
                .containsExactly("no-room-for-pods", "no-room-for-attachments");
    }

    @Test
    void whatMayNotBeSeenIsAWarning() {
        var cluster = new Healthy();
        cluster.quotas = new Sight.Denied<>("list resourcequotas in namespace linkerd-multus");
        cluster.attachmentQuotas = new Sight.Denied<>("list resourcequotas");
        cluster.openShift = new Sight.Seen<>(new OpenShiftView(
                new Sight.Denied<>("list securitycontextconstraints"),
                "system:openshift:scc:nonroot-v2",
                new Sight.Denied<>("get clusterroles"),
                new Sight.Denied<>("list rolebindings"),
                new Sight.Denied<>("get roles in namespace linkerd"),
                new Sight.Denied<>("get leases in namespace linkerd")));

        var report = Checks.all(cluster.seen());

        assertThat(report.isSuccess()).isTrue();
        assertThat(unlucky(report))
                .extracting(check -> check.error().orElseThrow())
                .containsExactly(
                        "not looked at: this user has no right to list resourcequotas in namespace linkerd-multus",
                        "not looked at: this user has no right to list resourcequotas",
                        "not looked at: this user has no right to list securitycontextconstraints",
                        "not looked at: this user has no right to list rolebindings",
                        "not looked at: this user has no right to get roles in namespace linkerd");
    }

    /** The Event of a refusal is forgotten after an hour, and the rollout stood still without a word. */
    @Test
    void aRefusalThatOnlyTheDeploymentTellsIsSeen() {
        var cluster = new Healthy();
        cluster.failures = new Sight.Seen<>(
                List.of(Healthy.event("Deployment", "FailedCreate", "must be in the ranges", Duration.ofHours(9))));

        assertThat(unlucky(Checks.all(cluster.seen()))).extracting(Check::hint).containsExactly("pod-refused");
    }

    /** Its condition has the words of the first refusal, an Event those of the last. */
    @Test
    void anEventSaysMoreThanTheCondition() {
        var cluster = new Healthy();
        cluster.failures = new Sight.Seen<>(
                List.of(Healthy.event("Deployment", "FailedCreate", "violates PodSecurity", Duration.ofHours(9))));
        cluster.refusals = new Sight.Seen<>(List.of(new EventView(
                "ReplicaSet",
                "shop",
                "web-1-6d4b75cb6d",
                "",
                "FailedCreate",
                "exceeded quota: few",
                Healthy.NOW.minus(Duration.ofMinutes(2)))));

        var words = first(cluster);

        assertThat(words).startsWith("shop/web-1-6d4b75cb6d: ").doesNotContain("PodSecurity");
    }

    @Test
    void aCaBundleOfAnotherAuthorityIsToldByTheSecretOrByARefusal() {
        var told = new Healthy();
        var distrust =
                "Internal error occurred: failed calling webhook \"pods.multus.linkerd.io\": failed to call webhook: Post"
                        + " \"https://x\": tls: failed to verify certificate: x509: certificate signed by unknown authority";
        told.refusals =
                new Sight.Seen<>(List.of(Healthy.event("ReplicaSet", "FailedCreate", distrust, Duration.ofMinutes(2))));
        var before = new Healthy();
        before.failures =
                new Sight.Seen<>(List.of(Healthy.event("Deployment", "FailedCreate", distrust, Duration.ofHours(2))));
        var read = new Healthy();
        read.webhooks = new Sight.Seen<>(List.of(Healthy.distrusting("linkerd-multus/linkerd-multus-webhook-ca")));

        assertThat(first(told)).contains("of another authority", "unknown authority, of shop/web-1");
        assertThat(first(before))
                .as("it may have been put right since, and another refusal keeps the words of the first")
                .doesNotContain("of another authority");
        assertThat(first(read)).contains("of another authority", "(Secret linkerd-multus/linkerd-multus-webhook-ca)");
    }

    private static List<Check> unlucky(Report report) {
        return report.categories().stream()
                .flatMap(category -> category.checks().stream())
                .filter(check -> check.result() != Result.SUCCESS)
                .toList();
    }
}
