// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.contracts.plans.PodOwner;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RepairNoticesTest {
    private static final PodOwner OWNER = new PodOwner("apps/v1", "ReplicaSet", "web", "r");
    private static final PodFacts POD = new PodFacts(
            "shop",
            "web-1",
            "p",
            "7",
            Set.of(),
            PodFacts.Stage.ALIVE,
            PodFacts.Redirection.MISSING,
            Optional.of(OWNER));
    private static final Subject THE_POD = new Subject("v1", "Pod", "shop", "web-1", "p");

    record Row(Notice notice, Subject subject, String reason, String says) {}

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        RepairNotices.ofOwner(POD, OWNER),
                        new Subject("apps/v1", "ReplicaSet", "shop", "web", "r"),
                        "UnmeshedPodReplaced",
                        "Pod web-1 was started"),
                new Row(RepairNotices.evicted(POD), THE_POD, "UnmeshedPodReplaced", "linkerd-multus evicted it"),
                new Row(RepairNotices.waiting(POD), THE_POD, "UnmeshedPodNotEvicted", "may not be evicted now"),
                new Row(RepairNotices.left(POD), THE_POD, "UnmeshedPodLeft", "No controller owns it"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void saysWhatIsSoAndWhyAboutTheObject(Row row) {
        assertThat(row.notice().weight()).isEqualTo(Notice.Weight.WARNING);
        assertThat(row.notice().subject()).isEqualTo(row.subject());
        assertThat(row.notice().reason()).isEqualTo(row.reason());
        assertThat(row.notice().message())
                .contains(row.says(), "before the CNI plugin of its node ran Linkerd's", "ended with 95");
    }
}
