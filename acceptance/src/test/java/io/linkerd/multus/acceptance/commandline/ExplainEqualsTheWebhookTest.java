// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.commandline;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.cli.explain.Documents;
import io.linkerd.multus.cli.explain.Explain;
import io.linkerd.multus.cli.explain.ExplanationJson;
import io.linkerd.multus.cli.explain.FileSurroundings;
import io.linkerd.multus.cli.explain.FileSurroundings.Attachments;
import io.linkerd.multus.cli.explain.PodSource;
import io.linkerd.multus.cli.explain.UnusableFile;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.admission.pods.Situation;
import io.linkerd.multus.contracts.admission.pods.Situations;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.webhook.reviews.Reviews;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the command line says of a pod in files is what the webhook answers for it in a cluster that has the same. */
class ExplainEqualsTheWebhookTest {
    private static final int PODS = Integer.getInteger("QT_EXAMPLES", 10_000);
    private static final int SHRINKING = 1000;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String CONSTRAINTS = """
            {kind: List, items: [
            {kind: SecurityContextConstraints, metadata: {name: own-range}, seccompProfiles: [runtime/default],
             runAsUser: {type: MustRunAsRange, uidRangeMin: 5000, uidRangeMax: 5003}},
            {kind: SecurityContextConstraints, metadata: {name: own-uid}, seccompProfiles: ['*'],
             runAsUser: {type: MustRunAs, uid: 7000}},
            {kind: SecurityContextConstraints, metadata: {name: own-any-without-seccomp}, runAsUser: {type: RunAsAny}}]}
            """;

    @Test
    void explainsEachPodAsTheWebhookAnswers() {
        var verdicts = new TreeSet<String>();
        property()
                .withExamples(PODS)
                .withShrinkCycles(SHRINKING)
                .forAll(Situations.any())
                .checkAssert(situation -> {
                    var answer =
                            new Reviews(situation).json("shop", situation.pod()).get("response");
                    var explained = explained(situation, situation.pod().toString());
                    assertSame(explained, answer);
                    assertThat(explained(situation, "# as YAML\n" + situation.pod()))
                            .isEqualTo(explained);
                    verdicts.add(explained.path("verdict").asText()
                            + (explained.path("patch").isEmpty() ? "" : " with changes"));
                });
        assertThat(verdicts).containsExactly("admit", "admit with changes", "refuse");
    }

    private static void assertSame(ObjectNode explained, JsonNode answer) {
        boolean allowed = answer.get("allowed").booleanValue();
        assertThat(explained.path("verdict").asText()).isEqualTo(allowed ? "admit" : "refuse");
        assertThat(texts(explained.path("warnings"))).isEqualTo(texts(answer.path("warnings")));
        assertThat(explained.get("patch")).isEqualTo(patch(answer));
        var reason = explained.path("reason").asText();
        if (!allowed) {
            assertThat(answer.at("/status/message").asText()).endsWith(": " + reason);
        } else if (answer.has("auditAnnotations")) {
            var audited = answer.at("/auditAnnotations/reason").asText().replace("…", "");
            assertThat(explained.path("cause").asText() + ": " + reason).startsWith(audited);
        }
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    private static JsonNode patch(JsonNode answer) {
        try {
            return answer.has("patch") ? MAPPER.readTree(answer.get("patch").binaryValue()) : MAPPER.createArrayNode();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ObjectNode explained(Situation situation, String pod) {
        try {
            var around = new ArrayList<>(Documents.read(Documents.STANDARD_INPUT, stream(namespace(situation))));
            around.addAll(Documents.read(Documents.STANDARD_INPUT, stream(CONSTRAINTS)));
            var surroundings =
                    new FileSurroundings(around, situation.attached() ? Attachments.SAID : Attachments.NONE_SAID);
            var source = PodSource.of(Documents.read(Documents.STANDARD_INPUT, stream(pod))
                            .getFirst())
                    .orElseThrow();
            var explain = new Explain(surroundings, rules(situation), Optional.empty(), List.of());
            return PodJson.tree(
                    ExplanationJson.of(explain.of(source, "shop")).compact().getBytes(StandardCharsets.UTF_8));
        } catch (UnusableFile e) {
            throw new AssertionError(e);
        }
    }

    private static PodRules rules(Situation situation) {
        var standard = PodRules.STANDARD;
        return new PodRules(
                situation.place() == Situation.Place.CONTROL_PLANE ? "shop" : "linkerd",
                AttachmentScope.PER_NAMESPACE,
                situation.strategy(),
                standard.onImpossible(),
                standard.onUserNamespace());
    }

    private static String namespace(Situation situation) {
        var namespace = MAPPER.createObjectNode().put("kind", "Namespace");
        var metadata = namespace.putObject("metadata").put("name", "shop");
        var annotations = metadata.putObject("annotations").put("linkerd.io/multus", situation.optIn());
        situation.range().ifPresent(value -> annotations.put("openshift.io/sa.scc.uid-range", value));
        situation.namespacesProxyUid().ifPresent(value -> annotations.put("config.linkerd.io/proxy-uid", value));
        if (situation.place() == Situation.Place.EXTENSION) {
            metadata.putObject("labels").put("linkerd.io/extension", "viz");
        }
        return namespace.toString();
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
