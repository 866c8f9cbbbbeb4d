// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.pods.FakeCluster;
import io.linkerd.multus.contracts.admission.pods.PodCause;
import io.linkerd.multus.contracts.admission.pods.PodJson;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** What is counted, logged and audited of a review: how it ended, and why. */
class ReasonsTest {
    private static final Map<String, String> OPTED_IN = Map.of("linkerd.io/multus", "enabled");

    /** A pod in a cluster, and how its review ends. */
    record Case(PodCause cause, ReviewResult result, Map<String, String> namespace, Consumer<ObjectNode> edit) {
        @Override
        public String toString() {
            return cause + " " + result;
        }
    }

    private final FakeCluster cluster = new FakeCluster();
    private final Reviews reviews = new Reviews(cluster);

    private static ObjectNode meshed() {
        return PodJson.tree("{'metadata':{'name':'web','annotations':{},'labels':{}},'spec':{'initContainers':["
                + "{'name':'linkerd-network-validator','securityContext':{'runAsUser':65534}},"
                + "{'name':'linkerd-proxy','restartPolicy':'Always','securityContext':{'runAsUser':2102}}],"
                + "'containers':[{'name':'app','securityContext':{'runAsUser':1000}}]}}");
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(PodCause.NO_PROXY, ReviewResult.UNCHANGED, OPTED_IN, pod -> pod.putObject("spec")),
                new Case(
                        PodCause.HOST_NETWORK,
                        ReviewResult.UNCHANGED,
                        OPTED_IN,
                        pod -> pod.withObject("/spec").put("hostNetwork", true)),
                new Case(PodCause.POD_OPTED_OUT, ReviewResult.UNCHANGED, OPTED_IN, pod -> opt(pod, "disabled")),
                new Case(PodCause.POD_OPTED_OUT, ReviewResult.UNCHANGED, OPTED_IN, pod -> opt(pod, "yes")),
                new Case(PodCause.NOT_OPTED_IN, ReviewResult.UNCHANGED, Map.of(), _ -> {}),
                new Case(
                        PodCause.OWN_RULES,
                        ReviewResult.UNCHANGED,
                        OPTED_IN,
                        pod -> pod.withArray("/spec/initContainers").addObject().put("name", "linkerd-init")),
                new Case(PodCause.NAMESPACE_OPTED_IN, ReviewResult.PATCHED, OPTED_IN, _ -> {}),
                new Case(PodCause.NO_ATTACHMENT, ReviewResult.REFUSED, Map.of(), pod -> opt(pod, "enabled")),
                new Case(
                        PodCause.USER_IDS,
                        ReviewResult.REFUSED,
                        Map.of("linkerd.io/multus", "enabled", "config.linkerd.io/proxy-uid", "1000"),
                        _ -> {}));
    }

    private static void opt(ObjectNode pod, String said) {
        pod.withObject("/metadata/annotations").put("linkerd.io/multus", said);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void saysWhyInAWord(Case example) {
        cluster.namespace("shop", NamespaceMarks.of(example.namespace(), Map.of()));
        var pod = meshed();
        example.edit().accept(pod);

        assertEnds(pod, "shop", example.result(), example.cause());
    }

    @Test
    void saysWhichPodsWaitForAnAttachment() {
        cluster.namespace("viz", NamespaceMarks.of(Map.of(), Map.of("linkerd.io/extension", "viz")))
                .namespace("lone", NamespaceMarks.SILENT);
        assertEnds(meshed(), "viz", ReviewResult.PATCHED, PodCause.EXTENSION);

        var pod = meshed();
        opt(pod, "enabled");
        assertEnds(pod, "lone", ReviewResult.REFUSED, PodCause.NO_ATTACHMENT);

        cluster.attached("lone");
        assertEnds(pod, "lone", ReviewResult.PATCHED, PodCause.POD_OPTED_IN);
    }

    @Test
    void saysThatAPodIsTheControlPlanes() {
        cluster.namespace("linkerd", NamespaceMarks.SILENT);
        var pod = meshed();
        pod.withObject("/metadata/labels").put("linkerd.io/control-plane-component", "destination");

        assertEnds(pod, "linkerd", ReviewResult.PATCHED, PodCause.CONTROL_PLANE);
    }

    @Test
    void saysWhatCouldNotBeRead() {
        assertEnds(meshed(), "nowhere", ReviewResult.UNDECIDED, PodCause.NAMESPACE_MISSING);

        cluster.namespace("lone", NamespaceMarks.SILENT).away();
        var pod = meshed();
        opt(pod, "enabled");
        assertEnds(pod, "lone", ReviewResult.UNDECIDED, PodCause.ATTACHMENT_UNREADABLE);
        assertEnds(meshed(), "nowhere", ReviewResult.UNDECIDED, PodCause.NAMESPACE_UNREADABLE);
    }

    @Test
    void saysThatItWasNoNewPodAndThatAnErrorIsOurs() throws Exception {
        var review = PodJson.tree(PodJson.review("shop", meshed()));
        review.withObject("/request").put("operation", "UPDATE");
        var update = reviews.answer(review.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(update.cause()).isEqualTo(PodCause.NO_NEW_POD);

        var broken = new Reviews(Reviews.broken(), PodRules.STANDARD);
        var failed = broken.answer("shop", meshed());
        assertThat(failed.result()).isEqualTo(ReviewResult.FAILED);
        assertThat(failed.cause()).isEqualTo(PodCause.OUR_ERROR);
        assertThat(Reviews.text(failed)).doesNotContain("made up");
    }

    /** A refusal is the webhook's decision, to which no failurePolicy applies. */
    @Test
    void whatFailsByOurErrorIsForTheFailurePolicyToDecide() {
        var broken = new Reviews(Reviews.broken(), PodRules.STANDARD);

        assertThat(Reviews.text(broken.answer("shop", meshed())))
                .doesNotContain("AdmissionReview")
                .hasLineCount(1)
                .contains("linkerd-multus failed on this pod");
    }

    /** Whoever made a pod wrote lines into the log, as long as they liked. */
    @Test
    void aLineOfTheLogIsOneLineAndShort() {
        cluster.namespace("shop", NamespaceMarks.of(OPTED_IN, Map.of()));
        var forged = "x\n2026-01-01T00:00:00.000Z ERROR made up" + "y".repeat(100_000);
        var pod = meshed();
        opt(pod, forged);
        pod.withObject("/metadata").put("name", forged);

        var line = encoded(logged(() -> reviews.answer("shop", pod)).getFirst());

        assertThat(line).hasLineCount(1).hasSizeLessThan(1024).contains("reviewed a pod");
    }

    private static String encoded(ILoggingEvent event) {
        var root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        var appenders = root.iteratorForAppenders();
        while (appenders.hasNext()) {
            if (appenders.next() instanceof ConsoleAppender<ILoggingEvent> console) {
                return new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
            }
        }
        throw new AssertionError("the services' own encoder is not in force");
    }

    @Test
    void tellsTheAuditLogWhatWasPutInAndWhyAndOnlyOnce() {
        cluster.namespace("shop", NamespaceMarks.of(OPTED_IN, Map.of()));

        var first = reviews.json("shop", meshed());
        var again = reviews.json("shop", PodJson.patched(meshed(), first));

        var told = first.at("/response/auditAnnotations");
        assertThat(told.fieldNames())
                .toIterable()
                .containsExactly("changed", "reason")
                .noneMatch(key -> key.contains("/"));
        assertThat(told.get("changed").textValue())
                .isEqualTo("/metadata/annotations/k8s.v1.cni.cncf.io~1networks,"
                        + " /metadata/annotations/config.linkerd.io~1proxy-uid");
        assertThat(told.get("reason").textValue()).startsWith("namespace-opted-in: ");
        assertThat(again.at("/response").has("auditAnnotations")).isFalse();
    }

    @Test
    void logsOneLineADecisionWithoutTheValuesOfThePod() {
        cluster.namespace("shop", NamespaceMarks.of(OPTED_IN, Map.of()));
        var pod = meshed();
        pod.withObject("/metadata/annotations").put("k8s.v1.cni.cncf.io/networks", "somebodys-own");

        var lines = logged(() -> reviews.answer("shop", pod));

        assertThat(lines).hasSize(1).first().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.DEBUG);
            assertThat(line.getKeyValuePairs().toString())
                    .contains(
                            "namespace=\"shop\"",
                            "pod=\"web\"",
                            "outcome=\"patched\"",
                            "cause=\"namespace-opted-in\"",
                            "/metadata/annotations/k8s.v1.cni.cncf.io~1networks")
                    .doesNotContain("somebodys-own");
        });
    }

    /** The page names each reason, and no other. */
    @Test
    void areOnThePage() throws IOException {
        var page = Files.readString(Path.of("..", "docs", "metrics-and-events.md"));
        var table = page.substring(page.indexOf("### Why a review ended"), page.indexOf("## Audit log"));
        var named = Pattern.compile("(?m)^\\| (`[^|]+`) \\|")
                .matcher(table)
                .results()
                .flatMap(row -> Arrays.stream(row.group(1).split(", ", -1)))
                .map(name -> name.replace("`", ""));

        assertThat(named)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(PodCause.values()).map(PodCause::label).toList());
    }

    private void assertEnds(ObjectNode pod, String namespace, ReviewResult result, PodCause cause) {
        var answer = reviews.answer(namespace, pod);

        assertThat(answer.result()).isEqualTo(result);
        assertThat(answer.cause()).isEqualTo(cause);
    }

    private static List<ILoggingEvent> logged(Runnable action) {
        var logger = (Logger) LoggerFactory.getLogger(Admission.class);
        var before = logger.getLevel();
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.DEBUG);
        try {
            action.run();
            return List.copyOf(lines.list);
        } finally {
            logger.setLevel(before);
            logger.detachAppender(lines);
        }
    }
}
