// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.pods.FakeCluster;
import io.linkerd.multus.contracts.admission.pods.PodCause;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reviews that no API server sends, and those that it sends about other things than new pods. */
class HostileReviewsTest {
    private static final ObjectNode POD = PodJson.tree(
            "{'metadata':{'name':'web','annotations':{'openshift.io/scc':'restricted-v2','a':'b'},'labels':{'c':'d'}},"
                    + "'spec':{'hostNetwork':false,'securityContext':{'runAsUser':5},'initContainers':["
                    + "{'name':'linkerd-network-validator','securityContext':{'runAsUser':65534}},"
                    + "{'name':'linkerd-proxy','restartPolicy':'Always','securityContext':{'runAsUser':2102}}],"
                    + "'containers':[{'name':'app','securityContext':{'runAsUser':1000660000}}]}}");

    private final Reviews reviews = new Reviews(new FakeCluster()
            .namespace(
                    "shop",
                    NamespaceMarks.of(
                            Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000660000/10000"),
                            Map.of())));

    @Test
    void aReviewThatEndsTooEarlyIsRefusedWhereverItEnds() throws Exception {
        var review = PodJson.review("shop", POD);
        assertThat(reviews.answer(review).result()).isEqualTo(ReviewResult.PATCHED);

        for (int length = 0; length < review.length; length++) {
            var part = Arrays.copyOf(review, length);
            assertThatThrownBy(() -> reviews.answer(part)).isInstanceOf(MalformedJson.class);
        }
    }

    /** The API server repeats the name of an environment variable within a key, and a pod of a long one could not be made. */
    @ParameterizedTest
    @ValueSource(ints = {300, 500, 4_000, 6_000, 60_000})
    void aPodWithALongNameInItIsReadAsAnyOther(int length) throws Exception {
        var pod = POD.deepCopy();
        var fields = pod.withObject("/metadata").putArray("managedFields").addObject();
        fields.putObject("fieldsV1").putObject("k:{\"name\":\"" + "A".repeat(length) + "\"}");

        assertThat(ReviewRequest.read(PodJson.review("shop", pod), PodReviews.kind(Reviews.broken(), PodRules.STANDARD))
                        .object())
                .isPresent();
    }

    @Test
    void aReviewWithSomethingAfterItIsRefused() {
        var review = new String(PodJson.review("shop", POD), StandardCharsets.UTF_8);

        assertRefused(review + "{}");
        assertRefused(review + "x");
    }

    /** Each value in it becomes each other kind of value, one at a time: what comes is an answer, or a reason in one line. */
    @Test
    void aValueOfTheWrongTypeIsAnsweredOrRefused() {
        var review = PodJson.tree(PodJson.review("shop", POD));
        int answers = 0;
        int refusals = 0;
        for (var pointer : pointers("", review)) {
            for (var wrong : List.of(
                    "null",
                    "true",
                    "-1",
                    "1.5",
                    "99999999999999999999",
                    "''",
                    "'\\u0000'",
                    "[]",
                    "[[]]",
                    "{}",
                    "{'':{}}")) {
                if (answersOrRefuses(replaced(review, pointer, wrong))) {
                    answers++;
                } else {
                    refusals++;
                }
            }
        }
        assertThat(answers).isGreaterThan(100);
        assertThat(refusals).isGreaterThan(100);
    }

    private boolean answersOrRefuses(ObjectNode review) {
        try {
            var answer = reviews.answer(review.toString().getBytes(StandardCharsets.UTF_8));
            assertThat(answer.result()).as(review.toString()).isNotEqualTo(ReviewResult.FAILED);
            var response = PodJson.tree(answer.json()).get("response");
            assertThat(response.get("uid")).isEqualTo(review.at("/request/uid"));
            assertThat(response.get("allowed").isBoolean()).isTrue();
            return true;
        } catch (MalformedJson refusal) {
            assertThat(refusal.reason()).isNotBlank().hasLineCount(1).hasSizeLessThan(300);
            return false;
        }
    }

    private static List<String> pointers(String at, JsonNode node) {
        var all = new ArrayList<String>();
        all.add(at);
        node.properties()
                .forEach(member -> all.addAll(
                        pointers(at + "/" + member.getKey().replace("~", "~0").replace("/", "~1"), member.getValue())));
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            all.addAll(pointers(at + "/" + i, node.get(i)));
        }
        return all.stream().filter(pointer -> !pointer.isEmpty()).toList();
    }

    private static ObjectNode replaced(ObjectNode review, String pointer, String value) {
        var result = review.deepCopy();
        var parent = result.at(pointer.substring(0, pointer.lastIndexOf('/')));
        var key = pointer.substring(pointer.lastIndexOf('/') + 1)
                .replace("~1", "/")
                .replace("~0", "~");
        var wrong = PodJson.tree("{'v':" + value + "}").get("v");
        if (parent instanceof ArrayNode list) {
            list.set(Integer.parseInt(key), wrong);
        } else {
            ((ObjectNode) parent).set(key, wrong);
        }
        return result;
    }

    /** Both were read, one after the other, so that what was changed was in neither. */
    @ParameterizedTest
    @ValueSource(strings = {"containers", "initContainers"})
    void aListOfContainersThatIsThereTwiceIsRefused(String list) {
        var review = new String(PodJson.review("shop", POD), StandardCharsets.UTF_8);

        assertRefused(review.replace("\"" + list + "\":[", "\"" + list + "\":[{\"name\":\"one\"}],\"" + list + "\":["));
    }

    /** As Kubernetes has it: the last one counts, and objects are one. */
    @Test
    void ofOtherNamesThatAreThereTwiceTheLastOneCounts() throws Exception {
        var review = new String(PodJson.review("shop", POD), StandardCharsets.UTF_8)
                .replace("\"uid\":\"u-1\"", "\"uid\":\"u-0\",\"uid\":\"u-1\"")
                .replace("\"metadata\":{", "\"metadata\":{\"name\":\"other\"},\"metadata\":{")
                .replace("\"runAsUser\":2102", "\"runAsUser\":7,\"runAsUser\":2102");

        var twice = reviews.answer(review.getBytes(StandardCharsets.UTF_8));

        assertThat(twice.json()).isEqualTo(reviews.answer("shop", POD).json());
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "CREATE,  apps, v1,      deployments, -",
                "CREATE,  '',   v2,      pods,        -",
                "CREATE,  '',   v1,      pods,        eviction",
                "CREATE,  '',   v1,      pods,        binding",
                "CONNECT, '',   v1,      pods,        exec",
                "UPDATE,  '',   v1,      pods,        -",
                "DELETE,  '',   v1,      pods,        -",
                "create,  '',   v1,      pods,        -",
                "-,       '',   v1,      pods,        -",
                "CREATE,  k8s.cni.cncf.io, v1, network-attachment-definitions, -",
            })
    void whatIsNoNewPodIsAdmittedAsItIs(
            String operation, String group, String version, String resource, String subResource) throws Exception {
        var review = PodJson.tree(PodJson.review("shop", POD));
        var request = review.withObject("/request");
        request.put("operation", operation).put("subResource", subResource);
        request.putObject("resource")
                .put("group", group)
                .put("version", version)
                .put("resource", resource);

        var answer = reviews.answer(review.toString().getBytes(StandardCharsets.UTF_8));

        assertThat(answer.cause()).isEqualTo(PodCause.NO_NEW_POD);
        assertThat(Reviews.text(answer)).contains("\"allowed\":true").doesNotContain("patch");
    }

    @Test
    void aDeletionHasNoObject() throws Exception {
        var review = PodJson.tree(PodJson.review("shop", POD));
        var request = review.withObject("/request");
        request.put("operation", "DELETE").putNull("object").set("oldObject", POD);

        assertThat(reviews.answer(review.toString().getBytes(StandardCharsets.UTF_8))
                        .result())
                .isEqualTo(ReviewResult.UNCHANGED);
    }

    @Test
    void aDryRunIsAnsweredLikeAnyOther() throws Exception {
        var review = PodJson.tree(PodJson.review("shop", POD));
        review.withObject("/request").put("dryRun", true);

        assertThat(reviews.answer(review.toString().getBytes(StandardCharsets.UTF_8))
                        .json())
                .isEqualTo(reviews.answer("shop", POD).json());
    }

    private void assertRefused(String review) {
        assertThatThrownBy(() -> reviews.answer(review.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(MalformedJson.class);
    }
}
