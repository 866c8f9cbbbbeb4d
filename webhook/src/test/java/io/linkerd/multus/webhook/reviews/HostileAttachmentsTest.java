// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.webhook.reviews.plan.Attachment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reviews of attachments that nobody in his right mind sends, and definitions that nobody writes. */
class HostileAttachmentsTest {
    private static final int LONGEST_MESSAGE = 1500;
    private static final int CONFIG = 250_000;

    private final Admission<Attachment> admission = new Admission<>(AttachmentReviews.kind());

    private static ObjectNode review(String config) {
        var review = PodJson.tree("{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'u-1',"
                + "'operation':'CREATE','namespace':'shop','resource':{'group':'k8s.cni.cncf.io','version':'v1',"
                + "'resource':'network-attachment-definitions'},'object':{'metadata':{'name':'lan'},'spec':{}}}}");
        review.withObject("/request/object/spec").put("config", config);
        return review;
    }

    private Answer answer(byte[] review) throws MalformedJson {
        try {
            return admission.answer(
                    new ByteArrayInputStream(review), Deadline.in(Duration.ofSeconds(30), System::nanoTime));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private ObjectNode response(ObjectNode review) throws MalformedJson {
        var answer = answer(review.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(answer.result()).isNotEqualTo(ReviewResult.FAILED);
        return PodJson.tree(answer.json()).withObject("/response");
    }

    @Test
    void aReviewThatEndsTooEarlyIsRefusedWhereverItEnds() throws Exception {
        var review = review("{\"type\":\"macvlan\"}").toString().getBytes(StandardCharsets.UTF_8);
        assertThat(answer(review).result()).isEqualTo(ReviewResult.UNCHANGED);

        for (int length = 0; length < review.length; length++) {
            var part = Arrays.copyOf(review, length);
            assertThatThrownBy(() -> answer(part)).isInstanceOf(MalformedJson.class);
            assertThatThrownBy(() -> admission.read(part)).isInstanceOf(MalformedJson.class);
        }
    }

    /** A configuration, repeated up to the longest that is read, and what is said of it. */
    record Filling(String begin, String unit, String end, String said) {
        String config() {
            var text = new StringBuilder(begin);
            for (int i = 0; text.length() < CONFIG; i++) {
                text.append(unit.replace("#", Integer.toString(i)));
            }
            return text.append(end).toString();
        }

        @Override
        public String toString() {
            return begin + unit;
        }
    }

    static Stream<Filling> fillings() {
        var kilobyte = "a".repeat(1000);
        return Stream.of(
                new Filling("{\"type\":\"", kilobyte, "\"}", ""),
                new Filling("{\"type\":\"/", kilobyte, "\"}", "has a '/' in it"),
                new Filling("{\"type\":\"a\",\"x\":[0", ",0", "]}", "was not checked"),
                new Filling("", "[", "", "was not checked"),
                new Filling("", "{\"a\":", "", "was not checked"),
                new Filling("{\"type\":\"a\",\"x\":1", "1", "}", "was not checked"),
                new Filling("{\"type\":\"a\"", ",\"Type\":\"" + "b".repeat(20) + "\"", "}", "is there once more"),
                new Filling("{\"type\":\"a\"", ",\"x\":\"" + "b".repeat(20) + "\"", "}", "is there once more"),
                new Filling("{\"type\":\"a\"", ",\"dns\":" + " ".repeat(20) + "7", "}", "\"dns\" is not an object"),
                new Filling("{\"plugins\":[{}", ",{" + " ".repeat(30) + "}", "]}", "has no \"type\""),
                new Filling(
                        "{\"plugins\":[{\"type\":\"a\"}",
                        ",{\"type\":\"a/b\"" + " ".repeat(50) + "}",
                        "]}",
                        "has a '/' in it"),
                new Filling("{\"type\":\"a\",\"" + "k".repeat(2000), kilobyte, "\":1}", ""),
                new Filling("{\"type\":\"a\"", "\n", "x", "is expected"),
                new Filling("{\"name\":\"", kilobyte + "!", "\",\"type\":\"a\"}", "\"name\" is not made of"));
    }

    @ParameterizedTest
    @MethodSource("fillings")
    void aLongConfigurationIsJudgedAndTheAnswerIsShort(Filling filling) throws Exception {
        var response = response(review(filling.config()));

        var said = response.path("allowed").booleanValue()
                ? response.path("warnings").toString().replace("\\\"", "\"")
                : response.at("/status/message").textValue();
        assertThat(said).containsIgnoringCase(filling.said()).hasSizeLessThan(LONGEST_MESSAGE);
        assertThat(response.path("uid").textValue()).isEqualTo("u-1");
    }

    /** One more than is read: the API server passes over what is answered then. */
    @Test
    void oneThatIsLongerIsNotRead() {
        for (var config : List.of("x".repeat((256 << 10) + 1), "\ud83d".repeat((256 << 10) + 1))) {
            assertThatThrownBy(() -> response(review(config))).isInstanceOf(MalformedJson.class);
        }
        var both = review("x".repeat((256 << 10) - 1));
        both.withObject("/request").put("operation", "UPDATE").set("oldObject", both.at("/request/object"));
        both.withObject("/request").put("namespace", "n".repeat(10));
        assertThatThrownBy(() -> response(both))
                .isInstanceOf(MalformedJson.class)
                .message()
                .contains("characters to keep");
    }

    /** As Kubernetes has it: the last one counts, and objects are one. */
    @Test
    void ofNamesThatAreThereTwiceTheLastOneCounts() throws Exception {
        var review = review("{}")
                .toString()
                .replace("\"spec\":{", "\"spec\":{\"config\":\"{\\\"type\\\":\\\"a\\\"}\"},\"spec\":{")
                .replace("\"uid\":\"u-1\"", "\"uid\":\"u-0\",\"uid\":\"u-1\"");

        var twice = answer(review.getBytes(StandardCharsets.UTF_8));

        assertThat(twice.json())
                .isEqualTo(answer(review("{}").toString().getBytes(StandardCharsets.UTF_8))
                        .json());
    }
}
