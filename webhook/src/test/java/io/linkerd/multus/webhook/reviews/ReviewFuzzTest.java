// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.pods.FakeCluster;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** From the bytes of a review to those of its answer. Replays its seeds; docs/reliability.md says how it looks for more. */
class ReviewFuzzTest {
    private static final Pattern OURS =
            Pattern.compile("/metadata/annotations/(k8s.v1.cni.cncf.io/networks|config.linkerd.io/proxy-uid)"
                    + "|/spec/(initContainers|containers)/\\d+/securityContext/runAsUser");
    private static final int LONGEST_REASON = 600;

    /** What has a name twice means something else to each who reads it. */
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Reviews reviews = new Reviews(new FakeCluster()
            .namespace(
                    "shop",
                    NamespaceMarks.of(
                            Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000660000/3"),
                            Map.of()))
            .namespace("free", NamespaceMarks.of(Map.of("linkerd.io/multus", "enabled"), Map.of()))
            .namespace("viz", NamespaceMarks.of(Map.of(), Map.of("linkerd.io/extension", "viz")))
            .attached("viz"));

    @FuzzTest(maxDuration = "60s")
    void isAnsweredOrRefusedWithAReason(byte[] document) {
        try {
            var answer = reviews.answer(document);
            assertThat(answer.result()).isNotEqualTo(ReviewResult.FAILED);
            var response = PodJson.tree(answer.json()).get("response");
            assertThat(response.get("allowed").isBoolean()).isTrue();
            tree(document).ifPresent(review -> assertPatchFits(review, response));
        } catch (MalformedJson refusal) {
            assertThat(refusal.reason()).isNotBlank().hasLineCount(1).hasSizeLessThan(LONGEST_REASON);
        }
    }

    private void assertPatchFits(ObjectNode review, JsonNode response) {
        assertThat(response.get("uid")).isEqualTo(review.at("/request/uid"));
        if (response.has("patch")) {
            var before = (ObjectNode) review.at("/request/object");
            var after = PodJson.patched(before, PodJson.tree("{}").set("response", response));
            assertThat(PodJson.differences(before, after)).isNotEmpty().allMatch(OURS.asMatchPredicate());
            review.withObject("/request").set("object", after);
            assertNothingLeftToChange(review);
        }
    }

    private void assertNothingLeftToChange(ObjectNode review) {
        try {
            assertThat(reviews.answer(review.toString().getBytes(StandardCharsets.UTF_8))
                            .result())
                    .isEqualTo(ReviewResult.UNCHANGED);
        } catch (MalformedJson e) {
            throw new AssertionError(e);
        }
    }

    private static Optional<ObjectNode> tree(byte[] document) {
        try {
            return STRICT.readTree(document) instanceof ObjectNode review ? Optional.of(review) : Optional.empty();
        } catch (IOException other) {
            return Optional.empty();
        }
    }
}
