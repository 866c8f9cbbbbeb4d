// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A changed kubeconfigPath reached attachments in seconds and nodes one by one: new pods broke in between. */
class KubeconfigRolloutTest {
    private static final String OLD = "/etc/cni/old/k";
    private static final String NEW = "/etc/cni/new/k";
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static InstallerPod ready(String node, String path) {
        return new InstallerPod(node, true, path);
    }

    private static InstallerPod unready(String node, String path) {
        return new InstallerPod(node, false, path);
    }

    private static KubeconfigRollout of(int desired, InstallerPod... pods) {
        return KubeconfigRollout.of(true, desired, List.of(pods), NEW);
    }

    private static boolean follows(KubeconfigRollout rollout) {
        return rollout.letsAttachmentsFollow(Duration.ZERO, PATIENCE);
    }

    @Test
    void attachmentsFollowWhenEveryNodeHasTheOtherKubeconfig() {
        assertThat(follows(of(2, ready("a", NEW), ready("b", NEW)))).isTrue();
        assertThat(follows(of(0))).isTrue();
        assertThat(follows(KubeconfigRollout.NO_INSTALLERS)).isTrue();
    }

    @Test
    void aNodeWithTheInstallerOfBeforeHoldsThemHoweverLong() {
        var halfWay = of(3, ready("a", NEW), ready("b", OLD), unready("c", NEW));

        assertThat(halfWay).isEqualTo(new KubeconfigRollout(true, 1, 1, 1));
        assertThat(halfWay.letsAttachmentsFollow(Duration.ofDays(365), PATIENCE))
                .isFalse();
    }

    /** Between the old pod of a node and its new one there is none, and none of the others is of before. */
    @Test
    void aNodeThatHasNoPodAtThisMomentIsMissed() {
        assertThat(of(2, ready("a", NEW))).isEqualTo(new KubeconfigRollout(true, 1, 0, 1));
        assertThat(follows(of(2, ready("a", NEW)))).isFalse();
    }

    @Test
    void aNodeThatIsAwayDoesNotHoldThemForEver() {
        var away = of(3, ready("a", NEW), ready("b", NEW), unready("c", OLD));

        assertThat(away.onlyAwaits()).isTrue();
        assertThat(away.letsAttachmentsFollow(PATIENCE.minusNanos(1), PATIENCE)).isFalse();
        assertThat(away.letsAttachmentsFollow(PATIENCE, PATIENCE)).isTrue();
    }

    /** As on a single node whose image cannot be pulled: the kubeconfig of before serves it. */
    @Test
    void noNodeWithTheOtherKubeconfigIsNoReasonToNameIt() {
        assertThat(of(1, unready("a", NEW)).letsAttachmentsFollow(Duration.ofDays(1), PATIENCE))
                .isFalse();
    }

    @Test
    void aDaemonSetThatNobodyHasCountedHoldsThem() {
        assertThat(follows(KubeconfigRollout.of(false, 0, List.of(), NEW))).isFalse();
        assertThat(follows(KubeconfigRollout.UNKNOWN)).isFalse();
    }

    @Test
    void theOldPodThatStillEndsOnANodeWithANewOneDoesNotCount() {
        assertThat(of(1, unready("a", OLD), ready("a", NEW))).isEqualTo(new KubeconfigRollout(true, 1, 0, 0));
        assertThat(of(1, ready("a", OLD), ready("a", NEW))).isEqualTo(new KubeconfigRollout(true, 1, 0, 0));
    }

    @Test
    void thePatienceBeginsAnewWhenAnInstallerOfBeforeIsBack() {
        var away = of(2, ready("a", NEW), unready("b", OLD));
        var back = of(2, ready("a", NEW), ready("b", OLD));
        long half = PATIENCE.dividedBy(2).toNanos();
        var held = HeldKubeconfig.at(OLD, 0).after(away, 0, PATIENCE).orElseThrow();

        var halfWay = held.after(away, half, PATIENCE).orElseThrow();
        assertThat(halfWay.since()).isZero();
        assertThat(halfWay.after(away, 2 * half, PATIENCE)).isEmpty();

        var again = halfWay.after(back, half, PATIENCE).orElseThrow();
        var anew = again.after(away, 2 * half, PATIENCE).orElseThrow();
        assertThat(anew).isEqualTo(new HeldKubeconfig(OLD, away, 2 * half));
        assertThat(anew.after(away, 3 * half, PATIENCE)).isPresent();
        assertThat(anew.after(away, 4 * half, PATIENCE)).isEmpty();
    }

    @Test
    void theFirstLookDoesNotCountWhatWasNotSeen() {
        var away = of(2, ready("a", NEW), unready("b", OLD));

        assertThat(HeldKubeconfig.at(OLD, 0).after(away, PATIENCE.toNanos(), PATIENCE))
                .contains(new HeldKubeconfig(OLD, away, PATIENCE.toNanos()));
    }

    @Test
    void withoutAnAttachmentThereIsNothingToWaitFor() {
        assertThat(KubeconfigRollout.earlierPath(NEW, Map.of())).isEmpty();
    }

    /** The nodes had it when the first attachment was changed; a leader that begins half-way goes on. */
    @Test
    void aChangeThatHasBegunGoesOn() {
        assertThat(KubeconfigRollout.earlierPath(NEW, Map.of(OLD, 99L, NEW, 1L)))
                .isEmpty();
    }

    @Test
    void attachmentsKeepWhatMostOfThemName() {
        assertThat(KubeconfigRollout.earlierPath(NEW, Map.of(OLD, 2L, "/a/person's", 1L)))
                .isEqualTo(Optional.of(OLD));
        assertThat(KubeconfigRollout.earlierPath(NEW, Map.of("/b", 1L, "/a", 1L)))
                .isEqualTo(Optional.of("/a"));
    }
}
