// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.attachments;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Change;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AttachmentCountsTest {
    private static AttachmentPlan keep(AttachmentStanding standing) {
        return new AttachmentPlan(new Change.Keep<>("it is right"), standing, List.of());
    }

    @Test
    void countsEachNamespaceWhereItStands() {
        assertThat(AttachmentCounts.of(Stream.of(
                        keep(AttachmentStanding.IN_PLACE),
                        keep(AttachmentStanding.IN_PLACE),
                        keep(AttachmentStanding.WAITING),
                        keep(AttachmentStanding.FOREIGN),
                        keep(AttachmentStanding.OTHER_RELEASE),
                        keep(AttachmentStanding.LEAVING),
                        keep(AttachmentStanding.OUT))))
                .isEqualTo(new AttachmentCounts(2, 1, 2, 1));
    }

    /** What is still to be written may be refused, again and again. */
    @Test
    void whatIsStillToBeWrittenWaits() {
        var write = new AttachmentPlan(
                new Change.Write<>(Optional.empty(), "{}", "it asks"), AttachmentStanding.IN_PLACE, List.of());

        assertThat(AttachmentCounts.of(Stream.of(write, keep(AttachmentStanding.IN_PLACE))))
                .isEqualTo(new AttachmentCounts(1, 1, 0, 0));
    }
}
