// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.uids.UidRange;
import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodTraits;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import io.linkerd.multus.controller.pods.plan.Roots;
import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FindingsTest {
    private static final Optional<UidRange> RANGE = Optional.of(new UidRange(1_000, 1_999));
    private static final PodUsers USERS = new PodUsers(Optional.of(1_500L), Set.of(1_001L));
    private static final InjectedParts PARTS = parts("edge-26.8.3", Roots.A, Map.of("LINKERD2_PROXY_LOG", "warn"));
    private static final ExpectedPod FRESH = new ExpectedPod(Optional.of(PARTS), USERS, true);

    @Test
    void aPodLikeANewOneIsNotOutdated() {
        assertThat(findings(PARTS)).isEmpty();
        assertThat(Findings.of(pod(PARTS), Optional.empty(), RANGE)).isEmpty();
    }

    @Test
    void anEarlierVersionOfTheProxyIsNamedWithTheNewOne() {
        assertThat(findings(parts("edge-26.1.1", Roots.A, PARTS.settings())))
                .containsExactly(new Finding(OutdatedReason.PROXY_VERSION, "edge-26.1.1 instead of edge-26.8.3", true));
    }

    /** The annotation may be overridden, and a digest has no version. */
    @Test
    void anotherImageOfTheSameVersionCounts() {
        var other = new InjectedParts(PARTS.proxyVersion(), "mirror/proxy:1", PARTS.anchors(), PARTS.settings());

        assertThat(findings(other))
                .containsExactly(new Finding(
                        OutdatedReason.PROXY_VERSION,
                        "mirror/proxy:1 instead of cr.l5d.io/linkerd/proxy:edge-26.8.3",
                        true));
    }

    /** Linkerd's own check compares the texts, and its digest on pods is of the text. */
    @Test
    void aBundleInAnotherOrderDoesNotMakeEveryPodOutdated() {
        var fresh = new ExpectedPod(Optional.of(parts("v", Roots.A + Roots.B, Map.of())), USERS, true);
        var pod = pod(parts("v", "\n" + Roots.B + "\n" + Roots.A + "\n\n", Map.of()));

        assertThat(Findings.of(pod, Optional.of(fresh), RANGE)).isEmpty();
    }

    @Test
    void otherCertificatesAreCountedNotShown() {
        var fresh = new ExpectedPod(Optional.of(parts("v", Roots.A + Roots.B, Map.of())), USERS, true);

        assertThat(Findings.of(pod(parts("v", Roots.A + Roots.C, Map.of())), Optional.of(fresh), RANGE))
                .containsExactly(new Finding(
                        OutdatedReason.TRUST_ANCHORS, "lacks 1, and has 1 that are no trust anchors any more", true));
        assertThat(Findings.of(pod(parts("v", Roots.A, Map.of())), Optional.of(fresh), RANGE))
                .extracting(Finding::detail)
                .containsExactly("lacks 1, and has 0 that are no trust anchors any more");
        assertThat(Findings.of(pod(parts("v", Roots.A + Roots.B + Roots.C, Map.of())), Optional.of(fresh), RANGE))
                .extracting(Finding::detail)
                .containsExactly("lacks 0, and has 1 that are no trust anchors any more");
    }

    @Test
    void anchorsThatCannotBeReadAreTold() {
        assertThat(findings(parts("edge-26.8.3", "junk", PARTS.settings())))
                .containsExactly(
                        new Finding(OutdatedReason.TRUST_ANCHORS_UNREADABLE, "the bundle holds no certificate", true));
    }

    /** proxy.additionalEnv may carry secrets. */
    @Test
    void otherSettingsAreNamedAndTheirValuesAreNot() {
        assertThat(findings(parts("edge-26.8.3", Roots.A, Map.of("LINKERD2_PROXY_LOG", "secret", "TOKEN", "secret"))))
                .containsExactly(new Finding(OutdatedReason.SETTINGS, "LINKERD2_PROXY_LOG, TOKEN", true));
    }

    @Test
    void aUserIdOutsideOfTheRangeIsCurableOnlyWhereANewPodWouldHaveAnother() {
        var outside = new PodUsers(Optional.of(2_102L), Set.of());

        assertThat(Findings.of(pod(PARTS, outside), Optional.of(FRESH), RANGE))
                .containsExactly(new Finding(OutdatedReason.UID_OUTSIDE_RANGE, "2102, 1000-1999", true));
        assertThat(Findings.of(
                        pod(PARTS, outside), Optional.of(new ExpectedPod(Optional.of(PARTS), outside, true)), RANGE))
                .containsExactly(new Finding(OutdatedReason.UID_OUTSIDE_RANGE, "2102, 1000-1999", false));
        assertThat(Findings.of(pod(PARTS, outside), Optional.of(FRESH), Optional.empty()))
                .isEmpty();
    }

    @Test
    void aUserIdThatAnotherContainerHasTooIsTold() {
        var shared = new PodUsers(Optional.of(1_001L), Set.of(1_001L));

        assertThat(Findings.of(pod(PARTS, shared), Optional.of(FRESH), RANGE))
                .containsExactly(new Finding(OutdatedReason.UID_SHARED, "1001", true));
        assertThat(Findings.of(pod(PARTS, shared), Optional.empty(), RANGE))
                .containsExactly(new Finding(OutdatedReason.UID_SHARED, "1001", false));
        assertThat(Findings.of(
                        pod(PARTS, shared), Optional.of(new ExpectedPod(Optional.of(PARTS), shared, true)), RANGE))
                .as("a new pod would share it, too")
                .containsExactly(new Finding(OutdatedReason.UID_SHARED, "1001", false));
        var unmeshed = new ExpectedPod(Optional.empty(), new PodUsers(Optional.empty(), Set.of()), true);
        assertThat(Findings.of(pod(PARTS, shared), Optional.of(unmeshed), RANGE))
                .as("a new pod would have no proxy to share it with")
                .contains(new Finding(OutdatedReason.UID_SHARED, "1001", false));
    }

    @Test
    void aMissingAttachmentCountsWhereANewPodWouldAskForIt() {
        assertThat(Findings.of(pod(false), Optional.of(FRESH), RANGE))
                .containsExactly(new Finding(OutdatedReason.ATTACHMENT_MISSING, "", true));
        assertThat(Findings.of(pod(true), Optional.of(FRESH), RANGE)).isEmpty();
        assertThat(Findings.of(pod(false), Optional.of(new ExpectedPod(Optional.of(PARTS), USERS, false)), RANGE))
                .isEmpty();
    }

    /** An injector that is down, with failurePolicy Ignore, answers a dry run without a proxy. */
    @Test
    void aRestartThatWouldTakeTheProxyAwayIsNoCure() {
        var bare = new ExpectedPod(Optional.empty(), new PodUsers(Optional.empty(), Set.of()), true);
        var findings = Findings.of(pod(false), Optional.of(bare), RANGE);

        assertThat(findings)
                .extracting(Finding::reason)
                .containsExactly(OutdatedReason.PROXY_UNWANTED, OutdatedReason.ATTACHMENT_MISSING);
        assertThat(Outdated.of(List.of(findings)).curable()).isFalse();
    }

    @Test
    void aPodThatWasMadeWhileTheInjectorWasAwayIsToldAndCurable() {
        var unmeshed = pod(Optional.empty(), Optional.empty(), "", USERS, true);

        assertThat(Findings.of(unmeshed, Optional.of(FRESH), RANGE))
                .containsExactly(new Finding(OutdatedReason.PROXY_MISSING, "", true));
    }

    @Test
    void aProxyOfTheTemplateIsToldAndNotCurable() {
        var byHand = pod(Optional.empty(), Optional.of(PARTS), "linkerd/cli edge-26.1.1", USERS, false);

        assertThat(Findings.of(byHand, Optional.of(FRESH), RANGE))
                .containsExactly(new Finding(OutdatedReason.INJECTED_BY_HAND, "linkerd inject --manual", false));
        var injected = pod(Optional.empty(), Optional.of(PARTS), "linkerd/proxy-injector edge-26.8.3", USERS, true);
        assertThat(Findings.of(injected, Optional.of(FRESH), RANGE)).isEmpty();
    }

    @Test
    void ofManySettingsTheFirstAreNamed() {
        var many = Map.of("A", "1", "B", "1", "C", "1", "D", "1", "E", "1", "F", "1", "G", "1");

        assertThat(findings(parts("edge-26.8.3", Roots.A, many)))
                .extracting(Finding::detail)
                .containsExactly("A, B, C, D, E and 3 more");
    }

    /** One pod whose reason a restart would cure, and one whose it would not. */
    @Test
    void aReasonIsCurableWhereItIsOfOnePod() {
        var curable = new Finding(OutdatedReason.UID_SHARED, "2102", true);
        var not = new Finding(OutdatedReason.UID_SHARED, "1001", false);

        for (var pods : List.of(List.of(List.of(curable), List.of(not)), List.of(List.of(not), List.of(curable)))) {
            assertThat(Outdated.of(pods).curable()).isTrue();
            assertThat(Outdated.of(pods).inWords()).endsWith("(2102)");
        }
    }

    /** Its trust-root-sha256 is of another text than its neighbours', and its anchors are a reference. */
    @Test
    void theControlPlanesOwnPodsAreNeverCompared() {
        var identity = pod(
                Optional.of("identity"),
                Optional.of(parts("edge-26.1.1", "", Map.of())),
                "linkerd/helm edge-26.8.3",
                new PodUsers(Optional.of(2_102L), Set.of(2_102L)),
                false);

        assertThat(Findings.of(identity, Optional.of(FRESH), RANGE)).isEmpty();
    }

    @Test
    void aWorkloadSaysEachReasonOnceInWhateverOrderItsPodsAre() {
        var old = findings(parts("edge-26.1.1", Roots.A, PARTS.settings()));
        var older = findings(parts("edge-25.1.1", Roots.A, Map.of()));
        var one = Outdated.of(List.of(old, older, List.of()));

        assertThat(one).isEqualTo(Outdated.of(List.of(List.of(), older, old)));
        assertThat(one.pods()).isEqualTo(2);
        assertThat(one.curable()).isTrue();
        assertThat(one.inWords())
                .isEqualTo(
                        "2 pods: its proxy has another version (edge-25.1.1 instead of edge-26.8.3); 1 pod: its proxy has"
                                + " other settings (LINKERD2_PROXY_LOG)");
        assertThat(Outdated.of(List.of(List.of()))).isEqualTo(Outdated.NO);
        assertThat(Outdated.startedBefore(0)).isEqualTo(Outdated.NO);
        assertThat(Outdated.startedBefore(1).curable()).isTrue();
    }

    private static List<Finding> findings(InjectedParts parts) {
        return Findings.of(pod(parts), Optional.of(FRESH), RANGE);
    }

    private static InjectedParts parts(String version, String bundle, Map<String, String> settings) {
        return new InjectedParts(
                Optional.of(version), "cr.l5d.io/linkerd/proxy:" + version, TrustAnchors.read(bundle), settings);
    }

    private static PodTraits pod(InjectedParts parts) {
        return pod(parts, USERS);
    }

    private static PodTraits pod(InjectedParts parts, PodUsers users) {
        return pod(Optional.empty(), Optional.of(parts), "", users, true);
    }

    private static PodTraits pod(boolean attached) {
        return pod(Optional.empty(), Optional.of(PARTS), "", USERS, attached);
    }

    private static PodTraits pod(
            Optional<String> component,
            Optional<InjectedParts> parts,
            String createdBy,
            PodUsers users,
            boolean attached) {
        return new PodTraits(
                Optional.of("linkerd"),
                component,
                parts,
                Optional.of(createdBy),
                Map.of(),
                users,
                attached,
                Optional.empty(),
                true,
                false);
    }
}
