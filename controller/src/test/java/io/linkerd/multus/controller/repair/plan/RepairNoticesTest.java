// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import io.linkerd.multus.controller.repair.plan.Unhelped.Why;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RepairNoticesTest {
    private static final PodOwner OWNER = new PodOwner("apps/v1", "ReplicaSet", "web", "r");
    private static final MeshPod POD =
            pod(new MeshPod.Place("node-1", Optional.of("gvisor"), Instant.EPOCH, false), Optional.of(OWNER));
    private static final Subject THE_POD = new Subject("v1", "Pod", "shop", "web-1", "p");
    private static final Subject THE_OWNER = new Subject("apps/v1", "ReplicaSet", "shop", "web", "r");

    record Row(Notice notice, Subject subject, String reason, String says) {}

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        RepairNotices.ofOwner(POD, OWNER),
                        THE_OWNER,
                        "UnmeshedPodReplaced",
                        "Pod web-1 on node node-1 with runtimeClassName gvisor: linkerd-network-validator ended with 95"),
                new Row(RepairNotices.evicted(POD), THE_POD, "UnmeshedPodReplaced", "linkerd-multus evicted it"),
                new Row(
                        RepairNotices.waiting(POD, "budget web"),
                        THE_POD,
                        "UnmeshedPodNotEvicted",
                        "may not be evicted now: the API server says \"budget web\""),
                new Row(RepairNotices.givenUp(POD, OWNER), THE_OWNER, "UnmeshedPodsGivenUp", "5 times in a row"),
                left(Why.NO_OWNER, "No controller owns it"),
                left(Why.STATIC, "runs it from a file"),
                left(Why.ENDED, "is for ReplicaSet web to say"),
                left(Why.INSTALLER_NOT_READY, "installer of linkerd-multus on its node is not ready"),
                left(Why.SUCCESSORS_ALIKE, "evicts no more of them"));
    }

    private static Row left(Why why, String says) {
        return new Row(RepairNotices.left(new Unhelped(POD, why)), THE_POD, "UnmeshedPodLeft", says);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void saysWhatIsSoAndWhyAboutTheObject(Row row) {
        assertThat(row.notice().weight()).isEqualTo(Notice.Weight.WARNING);
        assertThat(row.notice().subject()).isEqualTo(row.subject());
        assertThat(row.notice().reason()).isEqualTo(row.reason());
        assertThat(row.notice().message())
                .contains(
                        row.says(),
                        "linkerd-network-validator",
                        "with 95",
                        "Runtime class gvisor runs it in a sandbox");
    }

    /** Each Event said that the pod was started before the plugin of its node, which nothing had shown. */
    @ParameterizedTest
    @MethodSource("rows")
    void namesNoCauseThatWasNotSeen(Row row) {
        assertThat(row.notice().message()).doesNotContain("was started before");
    }

    @Test
    void ofTheUsualRuntimeItSaysNothing() {
        var plain = pod(new MeshPod.Place("node-1", Optional.empty(), Instant.EPOCH, false), Optional.empty());

        assertThat(RepairNotices.left(new Unhelped(plain, Why.ENDED)).message())
                .contains("This pod on node node-1: ", "Delete it and create it again.")
                .doesNotContain("untime");
    }

    /** After an upgrade that says it in other words it was not found again, and five more pods were evicted. */
    @Test
    void whatAnotherLeaderLooksForIsMarkedWhateverItSays() {
        var agent = new PodOwner("apps/v1", "DaemonSet", "agent", "d");

        assertThat(RepairNotices.givenUp(POD, OWNER).mark()).hasValue("");
        assertThat(RepairNotices.givenUp(POD, agent).mark()).hasValue("node-1");
        assertThat(RepairNotices.ofOwner(POD, OWNER).mark()).isEmpty();
        assertThat(RepairNotices.ofOwner(POD, agent).mark()).hasValue("node-1");
    }

    /** It holds as long as the cause does, and is told again as the same; pods come and go meanwhile. */
    @Test
    void whatAnOwnerIsToldIsTheSameForAllOfItsPods() {
        var other = pod(new MeshPod.Place("node-2", Optional.of("gvisor"), Instant.MAX, false), Optional.of(OWNER));

        assertThat(RepairNotices.givenUp(other, OWNER)).isEqualTo(RepairNotices.givenUp(POD, OWNER));
    }

    private static MeshPod pod(MeshPod.Place place, Optional<PodOwner> owner) {
        return new MeshPod(
                "shop",
                "web-1",
                "p",
                "7",
                MeshPod.Stage.ALIVE,
                Instant.EPOCH,
                owner,
                Set.of(),
                MeshPod.Redirection.MISSING,
                place,
                Optional.empty());
    }
}
