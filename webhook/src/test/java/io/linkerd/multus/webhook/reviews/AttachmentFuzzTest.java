// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.reviews.plan.Attachment;
import java.time.Duration;

/** From the bytes of a review of an attachment to those of its answer. Replays its seeds; docs/reliability.md says how it looks for more. */
class AttachmentFuzzTest {
    private static final int LONGEST_REASON = 600;

    private final Admission<Attachment> admission = new Admission<>(AttachmentReviews.kind());

    @FuzzTest(maxDuration = "60s")
    void isAnsweredOrRefusedWithAReason(byte[] document) {
        try {
            var answer = admission.read(document).answer(Deadline.in(Duration.ofSeconds(30), System::nanoTime));
            assertThat(answer.result()).isIn(ReviewResult.UNCHANGED, ReviewResult.REFUSED);
            var response = PodJson.tree(answer.json()).get("response");
            assertThat(response.get("allowed").booleanValue()).isEqualTo(answer.result() == ReviewResult.UNCHANGED);
            assertThat(response.has("patch")).isFalse();
        } catch (MalformedJson refusal) {
            assertThat(refusal.reason()).isNotBlank().hasLineCount(1).hasSizeLessThan(LONGEST_REASON);
        }
    }
}
