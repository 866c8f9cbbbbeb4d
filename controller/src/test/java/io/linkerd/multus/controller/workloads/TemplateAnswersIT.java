// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.openshift.client.OpenShiftClient;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.controller.FakeCluster;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.watch.NamespaceWords;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.workloads.SeenWorkload.Port;
import io.linkerd.multus.controller.workloads.SeenWorkload.Template;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The injector is asked, by dry runs, at a bounded rate. */
class TemplateAnswersIT {
    private static final ChangeDigest CHANGE = new ChangeDigest("0123456789abcdef");
    private static final ExpectedPods EXPECTED = new ExpectedPods(
            ExpectedPodsTest.mesh("linkerdVersion: a"),
            new NamespaceWords(Map.of("linkerd.io/inject", "enabled"), Map.of()),
            Optional.empty(),
            true,
            true);

    private final FakeApiServer api = FakeApiServer.plain();
    private final OpenShiftClient client = FakeCluster.client(api);
    private final AtomicLong nanos = new AtomicLong();
    private final ObjectWrites writes = new ObjectWrites(client, ObjectWrites.LONGEST, () -> true);

    @AfterEach
    void end() {
        client.close();
        api.close();
    }

    @Test
    void aFewAreAskedEachSecondOnceInjectorsHaveTheChange() {
        var answers = new TemplateAnswers(writes, "ours", nanos::get);

        assertThat(look(answers, 5)).contains(TemplateAnswers.PROPAGATED);
        assertThat(api.writes()).isEmpty();
        nanos.addAndGet(TemplateAnswers.PROPAGATED.toNanos());
        assertThat(look(answers, 5)).contains(Duration.ofSeconds(1));
        assertThat(api.writes()).hasSize(3);
        look(answers, 5);
        assertThat(api.writes())
                .hasSize(5)
                .allSatisfy(write -> assertThat(write).contains("/namespaces/ours/pods"));
    }

    /** It was not asked any more once a policy had been mended, until the next change, and pods with other settings were missed. */
    @Test
    void afterThreeAnswersThatSayNothingItIsAskedLessOften() {
        var answers = new TemplateAnswers(writes, "ours", nanos::get);
        look(answers, 1);
        nanos.addAndGet(TemplateAnswers.PROPAGATED.toNanos());
        for (int minute = 0; minute < 10; minute++) {
            look(answers, 1);
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        }

        assertThat(api.writes()).hasSize(4);
        assertThat(look(answers, 1)).contains(Duration.ofMinutes(7));
        answers.begin(new ChangeDigest("fedcba9876543210"));
        answers.of(EXPECTED, template(0));
        assertThat(answers.ask()).contains(TemplateAnswers.PROPAGATED);
    }

    /** The right is off by default: a refusal is no reason to ask for each template, and none to give up before it is there. */
    @Test
    void withoutTheRightItIsAskedOnceInAWhile() {
        var answers = new TemplateAnswers(writes, "ours", nanos::get);
        look(answers, 5);
        nanos.addAndGet(TemplateAnswers.PROPAGATED.toNanos());
        api.fail(
                "POST /api/v1/namespaces/ours/pods",
                Failure.status(
                        403,
                        "pods is forbidden: User \"controller\" cannot create resource \"pods\" in API group \"\""));

        for (int look = 0; look < 4; look++) {
            assertThat(look(answers, 5)).contains(TemplateAnswers.FORBIDDEN);
        }
        assertThat(api.requests("POST")).hasSize(1);
        api.heal();
        nanos.addAndGet(TemplateAnswers.FORBIDDEN.toNanos());
        assertThat(look(answers, 5)).contains(Duration.ofSeconds(1));
        assertThat(api.requests("POST")).hasSize(4);
    }

    /** A policy answers 403 as well. It counted as the missing right: the same question came first again, and no other was asked any more. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "pods \"probe\" is forbidden: unable to validate against any security context constraint",
                "pods \"probe\" is forbidden: violates PodSecurity \"restricted:latest\""
            })
    void aQuestionThatAPolicyRejectsKeepsNoOtherFromBeingAsked(String words) {
        var answers = new TemplateAnswers(writes, "ours", nanos::get);
        look(answers, 5);
        nanos.addAndGet(TemplateAnswers.PROPAGATED.toNanos());
        api.fail("POST /api/v1/namespaces/ours/pods", Failure.status(403, words), 1);
        api.admitDryRuns(object -> Optional.of(injected(object, "a")));

        look(answers, 5);
        look(answers, 5);

        assertThat(IntStream.range(0, 5)
                        .filter(number ->
                                answers.known(EXPECTED, template(number)).isPresent())
                        .count())
                .isEqualTo(4);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        look(answers, 5);
        assertThat(IntStream.range(0, 5))
                .allMatch(number -> answers.known(EXPECTED, template(number)).isPresent());
    }

    @Test
    void anAnswerThatShowsTheChangeIsRememberedUntilTheNext() {
        var answers = new TemplateAnswers(writes, "ours", nanos::get);
        look(answers, 1);
        nanos.addAndGet(TemplateAnswers.PROPAGATED.toNanos());
        api.admitDryRuns(object -> Optional.of(injected(object, "a")));

        look(answers, 1);
        assertThat(answers.known(EXPECTED, template(0)))
                .hasValueSatisfying(parts -> assertThat(parts.settings()).containsValue("info"));
        assertThat(look(answers, 1)).isEmpty();
        assertThat(api.requests("POST")).hasSize(1);
    }

    /** A replica of the injector that has not heard yet says nothing of new pods. */
    @Test
    void anAnswerOfAnInjectorThatLagsBehindDoesNotCount() {
        var answers = new TemplateAnswers(writes, "ours", nanos::get);
        look(answers, 1);
        nanos.addAndGet(TemplateAnswers.PROPAGATED.toNanos());
        api.admitDryRuns(object -> Optional.of(injected(object, "older")));

        look(answers, 1);
        assertThat(answers.known(EXPECTED, template(0))).isEmpty();
    }

    private static ObjectNode injected(ObjectNode pod, String version) {
        ((ObjectNode) pod.path("metadata")).withObject("/annotations").put("linkerd.io/proxy-version", version);
        var proxy = pod.withObject("/spec").withArray("/initContainers").addObject();
        proxy.put("name", "linkerd-proxy").put("image", "cr.l5d.io/linkerd/proxy:" + version);
        proxy.putArray("env").addObject().put("name", "LINKERD2_PROXY_LOG").put("value", "info");
        return pod;
    }

    @Test
    void theSameTemplateIsOneQuestion() {
        assertThat(Question.of(EXPECTED, template(1))).isEqualTo(Question.of(EXPECTED, template(1)));
        var pod = Question.of(EXPECTED, template(1)).pod("ours");
        assertThat(pod.getMetadata().getOwnerReferences()).isEmpty();
        assertThat(pod.getMetadata().getAnnotations())
                .containsEntry("linkerd.io/inject", "enabled")
                .containsEntry("linkerd.io/multus", "disabled");
        assertThat(pod.getSpec()
                        .getContainers()
                        .getFirst()
                        .getPorts()
                        .getFirst()
                        .getContainerPort())
                .isEqualTo(1001);
    }

    /** Viz adds a variable to the proxy unless an annotation says no: asked without it, a workload whose tap is off was outdated for ever. */
    @Test
    void whatATemplateSaysToLinkerdsWebhooksIsAskedWith() {
        var template = new Template(
                Map.of("app", "web", "linkerd.io/cni-resource", "true"),
                Map.of("viz.linkerd.io/disable-tap", "true", "linkerd.io/multus", "enabled"),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                false);

        var asked = Question.of(EXPECTED, template).pod("ours").getMetadata();
        assertThat(asked.getAnnotations())
                .containsEntry("viz.linkerd.io/disable-tap", "true")
                .containsEntry("linkerd.io/multus", "disabled");
        assertThat(asked.getLabels()).containsOnlyKeys("linkerd.io/cni-resource");
        assertThat(List.of(
                        "viz.linkerd.io/disable-tap",
                        "config.linkerd.io/proxy-uid",
                        "config.alpha.linkerd.io/proxy-wait-before-exit-seconds",
                        "linkerd.io/inject"))
                .allMatch(Linkerd::isInjectorsWord);
        assertThat(List.of("multus.linkerd.io/rolled-out-for", "linkerd.io/created-by", "example.com/inject"))
                .noneMatch(Linkerd::isInjectorsWord);
    }

    private static Optional<Duration> look(TemplateAnswers answers, int templates) {
        answers.begin(CHANGE);
        for (int number = 0; number < templates; number++) {
            answers.of(EXPECTED, template(number));
        }
        return answers.ask();
    }

    private static Template template(int number) {
        return new Template(
                Map.of("app", "web"),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(List.of(new Port("http", 1000 + number, "TCP"))),
                Optional.empty(),
                false);
    }
}
