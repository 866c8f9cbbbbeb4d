// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.pods.FakeCluster;
import io.linkerd.multus.contracts.admission.pods.Pod;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.service.clocks.Deadline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes over the wire when a pod is reviewed: which documents are read, and how the answer is put. */
class AnsweredPodsTest {
    private static final NamespaceMarks SHOP = NamespaceMarks.of(
            Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000660000/10000"), Map.of());

    private static final String NETWORKS = "/metadata/annotations/k8s.v1.cni.cncf.io~1networks";

    private final FakeCluster cluster = new FakeCluster().namespace("shop", SHOP);

    /** A pod as a native-sidecar injector and restricted-v2 leave it. */
    private static ObjectNode injected() {
        return PodJson.tree(
                "{'metadata':{'generateName':'web-','annotations':{'openshift.io/scc':'restricted-v2'}},"
                        + "'spec':{'securityContext':{'fsGroup':1000660000},'initContainers':["
                        + "{'name':'linkerd-network-validator','securityContext':{'runAsUser':65534,'runAsGroup':65534}},"
                        + "{'name':'linkerd-proxy','restartPolicy':'Always','securityContext':{'runAsUser':2102}}],"
                        + "'containers':[{'name':'app','futureField':{'a':[1,2.50]},'securityContext':{'runAsUser':1000660000}}]}}");
    }

    @Test
    void makesTheParentsThatAreMissing() {
        var bare = PodJson.tree(
                "{'spec':{'initContainers':[{'name':'linkerd-proxy','securityContext':null}],'containers':[{'name':'app'}]}}");

        var after = PodJson.patched(bare, answer("shop", bare));

        assertThat(after.at(NETWORKS).textValue()).isEqualTo("linkerd-cni");
        assertThat(after.at("/spec/initContainers/0/securityContext/runAsUser").isIntegralNumber())
                .isTrue();
    }

    @Test
    void refusesACollisionUnderAMalformedRangeNamingAnnotationAndValue() {
        cluster.namespace(
                "shop",
                NamespaceMarks.of(
                        Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000660000"),
                        Map.of()));

        var pod = injected();
        pod.withObject("/spec/initContainers/1/securityContext").put("runAsUser", 1000660000);
        var answer = answer("shop", pod);

        assertThat(answer.at("/response/allowed").booleanValue()).isFalse();
        assertThat(answer.at("/response/status/code").intValue()).isEqualTo(403);
        assertThat(answer.at("/response/status/message").textValue())
                .contains("pod shop/web-", "openshift.io/sa.scc.uid-range", "1000660000");
    }

    /** The API server makes a header of it, which its clients obey. */
    @Test
    void saysWhenToTryAgainWhereThatHelpsAndOnlyThere() {
        oneUserId();
        assertThat(answer("one", injected()).at("/response/status/details").isMissingNode())
                .isTrue();

        cluster.away();
        assertThat(answer("unseen", injected())
                        .at("/response/status/details/retryAfterSeconds")
                        .intValue())
                .isEqualTo(1);
    }

    /** Whoever makes a pod learned our name, our addresses and the classes of our code. */
    @Test
    void keepsToItselfHowTheClusterFailedIt() {
        cluster.namespace("viz", NamespaceMarks.SILENT).away();
        var pod = injected();
        pod.withObject("/metadata/annotations").put("linkerd.io/multus", "enabled");
        pod.withObject("/metadata/annotations").put("openshift.io/scc", "team");

        for (var namespace : new String[] {"unseen", "viz", "shop"}) {
            assertThat(answer(namespace, pod).toString())
                    .contains("cannot be read now")
                    .doesNotContain("serviceaccount", "xception", "10.0.0.1");
        }
    }

    @Test
    void hasAPodTriedAgainWhoseNamespaceCannotBeRead() {
        cluster.away();

        var answer = answer("unseen", injected());

        assertThat(answer.at("/response/allowed").booleanValue()).isFalse();
        assertThat(answer.at("/response/status/code").intValue()).isEqualTo(503);
        assertThat(answer.at("/response/status/message").textValue()).contains("unseen/web-", "try again");
    }

    @Test
    void admitsWhatIsNoNewPod() throws MalformedJson {
        var review = PodJson.tree(PodJson.review("shop", injected()));
        review.withObject("/request").put("operation", "UPDATE");

        assertThat(review(bytes(review)).result()).isEqualTo(ReviewResult.UNCHANGED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "'x'",
                "{}",
                "{'kind':'AdmissionReview'}",
                "{'apiVersion':'admission.k8s.io/v1beta1','kind':'AdmissionReview','request':{'uid':'u'}}",
                "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview'}",
                "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':7}}",
                "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'u','operation':'CREATE',"
                        + "'resource':{'version':'v1','resource':'pods'}}}",
                "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'u','operation':'CREATE',"
                        + "'resource':{'version':'v1','resource':'pods'},'object':{'spec':{'containers':{}}}}}",
                "{'apiVersion':'admission.k8s.io/v1','kind':'AdmissionReview','request':{'uid':'u','operation':'CREATE',"
                        + "'resource':{'version':'v1','resource':'pods'},'object':{'spec':{'containers':[7]}}}}",
            })
    void refusesToReadWhatIsNoReview(String document) {
        assertThatThrownBy(() -> review(document.replace('\'', '"').getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(MalformedJson.class);
    }

    @Test
    void answersAtOnceWhatItKnowsAndNothingElse() throws MalformedJson {
        var known = admission().read(bytes(PodJson.tree(PodJson.review("shop", injected()))));
        var unknown = admission().read(bytes(PodJson.tree(PodJson.review("new", injected()))));

        assertThat(known.answerAtOnce()).isPresent();
        assertThat(unknown.answerAtOnce()).isEmpty();
        assertThat(cluster.questions).isZero();
    }

    private void oneUserId() {
        cluster.namespace(
                "one",
                NamespaceMarks.of(
                        Map.of("linkerd.io/multus", "enabled", "openshift.io/sa.scc.uid-range", "1000660000/1"),
                        Map.of()));
    }

    private JsonNode answer(String namespace, ObjectNode pod) {
        try {
            var json = PodJson.tree(review(PodJson.review(namespace, pod)).json());
            assertThat(json.at("/response/uid").textValue()).isEqualTo("u-1");
            return json;
        } catch (MalformedJson e) {
            throw new AssertionError(e);
        }
    }

    /** Both ways that a review can take have to end in the same place. */
    private Answer review(byte[] document) throws MalformedJson {
        var deadline = Deadline.in(Duration.ofSeconds(5), System::nanoTime);
        var whole = admission().read(document);
        var answer = whole.answerAtOnce().orElseGet(() -> whole.answer(deadline));
        int questions = cluster.questions;
        try {
            assertThat(admission()
                            .answer(new ByteArrayInputStream(document), deadline)
                            .json())
                    .isEqualTo(answer.json());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        cluster.questions = questions;
        return answer;
    }

    private Admission<Pod> admission() {
        return new Admission<>(PodReviews.kind(Reviews.clusterOf(cluster), PodRules.STANDARD));
    }

    private static byte[] bytes(JsonNode json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
