// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Deadline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Reviews that are written as JSON with single quotes, and what they are answered. */
final class QuotedReviews {
    private static final ObjectMapper JSON = new ObjectMapper();

    private QuotedReviews() {}

    /** {@return the review as the API server sends it} */
    static byte[] bytes(String document) {
        return document.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    /** Both ways that a review can take have to end in the same place. */
    static Answer answer(ReviewedKind<?> kind, String document) throws MalformedJson {
        var bytes = bytes(document);
        var admission = new Admission<>(kind);
        var answer = admission.read(bytes).answer(soon());
        try {
            assertThat(admission.answer(new ByteArrayInputStream(bytes), soon()).json())
                    .isEqualTo(answer.json());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return answer;
    }

    static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(5), System::nanoTime);
    }

    /** {@return what the API server reads of an answer} */
    static JsonNode response(Answer answer) throws IOException {
        return JSON.readTree(answer.json()).at("/response");
    }
}
