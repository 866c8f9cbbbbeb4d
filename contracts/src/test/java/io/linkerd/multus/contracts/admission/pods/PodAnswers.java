// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.admission.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The decisions on pods in a cluster of the test's, put as the webhook answers an API server. */
public final class PodAnswers {
    private final FakeCluster cluster;
    private final PodRules rules;

    public PodAnswers(FakeCluster cluster, PodRules rules) {
        this.cluster = cluster;
        this.rules = rules;
    }

    /** {@return what is answered on a pod that is to be made} */
    public ObjectNode json(String namespace, ObjectNode pod) {
        var read = PodJson.read(pod);
        var review = PodJson.tree("{'response':{}}");
        var response = review.withObject("/response");
        var name = namespace + "/" + GoText.printable(read.name());
        switch (verdict(namespace, read)) {
            case Verdict.Admit admit -> admit(response, admit);
            case Verdict.Refuse refuse -> deny(response, 403, name, refuse.reason());
            case Verdict.TryAgain later -> deny(response, 503, name, later.reason() + "; try again");
            case Verdict.Unchecked _, Verdict.Fail _ -> throw new AssertionError("no pod ends so");
        }
        return review;
    }

    /** Whether it begins with what is remembered, or asks from the start, it has to end in the same place. */
    private Verdict verdict(String namespace, Pod pod) {
        var begun = PodReview.begin(pod, namespace, rules).advance(cluster.remembered());
        var verdict = ((Step.Done) begun.advance(cluster.answering())).decision();
        int questions = cluster.questions;
        var asked = PodReview.begin(pod, namespace, rules).advance(cluster.answering());
        assertThat(((Step.Done) asked).decision()).isEqualTo(verdict);
        cluster.questions = questions;
        return verdict;
    }

    private static void admit(ObjectNode response, Verdict.Admit admit) {
        response.put("allowed", true);
        if (!admit.patch().isEmpty()) {
            var patch = PodJson.patch(admit.patch()).toString().getBytes(StandardCharsets.UTF_8);
            response.put("patch", Base64.getEncoder().encodeToString(patch));
        }
        if (!admit.warnings().isEmpty()) {
            admit.warnings().forEach(response.withArray("/warnings")::add);
        }
    }

    private static void deny(ObjectNode response, int code, String name, String reason) {
        response.put("allowed", false)
                .putObject("status")
                .put("code", code)
                .put("message", "linkerd-multus cannot mesh pod " + name + ": " + reason);
    }
}
