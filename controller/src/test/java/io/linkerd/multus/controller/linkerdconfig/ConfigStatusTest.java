// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.linkerdconfig.plan.ConditionType;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition.Status;
import io.linkerd.multus.controller.linkerdconfig.plan.EnforcementState;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlan;
import io.linkerd.multus.controller.linkerdconfig.plan.Refusal;
import io.linkerd.multus.controller.linkerdconfig.plan.ValueDrift;
import io.linkerd.multus.controller.linkerdconfig.plan.VerificationStatus;
import io.linkerd.multus.controller.linkerdconfig.plan.WrittenText;
import io.linkerd.multus.values.Difference;
import io.linkerd.multus.values.PathEffect;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConfigStatusTest {
    private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private static ConfigStatus status(String json) {
        return new ConfigStatus(JSON.unmarshal(json.replace('\'', '"'), JsonNode.class));
    }

    private static LinkerdConfigPlan plan(Status enforced, EnforcementState after, List<ValueDrift> differences) {
        return new LinkerdConfigPlan(
                Optional.empty(),
                List.of(
                        new ConfigCondition(ConditionType.ACCEPTED, Status.TRUE, "Accepted", "taken"),
                        new ConfigCondition(ConditionType.ENFORCED, enforced, "Reason", "message")),
                Optional.of(differences),
                after,
                "Reason",
                List.of());
    }

    private static ValueDrift finding(String... names) {
        return new ValueDrift(
                new Difference(
                        ValuesPath.of(names), new ValueTree.Text("wanted"), Optional.of(new ValueTree.Text("there"))),
                new PathEffect(PathEffect.Need.NEW_PODS, "fact"));
    }

    /** Its own write was the next look of the operator of 2019. */
    @Test
    void theSameLookLaterSaysTheSame() {
        var plan = plan(
                Status.TRUE,
                new EnforcementState(7, 2, "", Refusal.NONE, WrittenText.NONE, Optional.of(NOW)),
                List.of(finding("proxy", "logLevel")));
        var first = status("{}").after(plan, 7, NOW);

        assertThat(first.after(plan, 7, NOW.plus(Duration.ofDays(1))).saysTheSameAs(first))
                .isTrue();
        assertThat(first.saysTheSameAs(status("{}"))).isFalse();
    }

    @Test
    void whatIsRememberedComesBack() {
        var remembered = new EnforcementState(
                7,
                2,
                "100",
                new Refusal("denied", 1, Optional.of(NOW)),
                new WrittenText("d1", VerificationStatus.WAITING),
                Optional.of(NOW));
        var said = status("{}").after(plan(Status.TRUE, remembered, List.of()), 7, NOW);

        assertThat(said.enforcement()).isEqualTo(remembered);
        assertThat(said.after(plan(Status.TRUE, EnforcementState.NONE, List.of()), 7, NOW)
                        .enforcement()
                        .agreedSince())
                .isEmpty();
    }

    @Test
    void aRefusalIsRememberedWhileItsTextIsTriedOnceMore() {
        var tried = new EnforcementState(
                7, 0, "100", new Refusal("", 1, Optional.of(NOW)), WrittenText.NONE, Optional.empty());

        var said = status("{}").after(plan(Status.TRUE, tried, List.of()), 7, NOW);

        assertThat(said.enforcement()).isEqualTo(tried);
        assertThat(said.json().path("drift").has("refused")).isFalse();
        assertThat(status("{'drift':{'refused':'denied'}}").enforcement().refused())
                .isEqualTo(new Refusal("denied", 1, Optional.empty()));
    }

    @Test
    void aConditionSaysSinceWhenItHasBeenSo() {
        var first = status("{}").after(plan(Status.TRUE, EnforcementState.NONE, List.of()), 7, NOW);
        var later = NOW.plusSeconds(60);

        assertThat(since(first.after(plan(Status.TRUE, EnforcementState.NONE, List.of()), 7, later)))
                .isEqualTo(NOW.toString());
        var changed = first.after(plan(Status.FALSE, EnforcementState.NONE, List.of()), 7, later);
        assertThat(since(changed)).isEqualTo(later.toString());
        assertThat(since(changed.after(plan(Status.FALSE, EnforcementState.NONE, List.of()), 7, later.plusSeconds(60))))
                .as("of that condition, and not of another one")
                .isEqualTo(later.toString());
    }

    private static String since(ConfigStatus said) {
        return said.json().at("/conditions/1/lastTransitionTime").asText();
    }

    @Test
    void anObjectThatIsNotHonouredSaysNothingOfValues() {
        var other =
                new ConfigCondition(ConditionType.ACCEPTED, Status.FALSE, "OlderOneHonoured", "another one is older");
        var before = status("{}")
                .after(
                        plan(
                                Status.TRUE,
                                new EnforcementState(7, 2, "", Refusal.NONE, WrittenText.NONE, Optional.of(NOW)),
                                List.of()),
                        7,
                        NOW);

        var said = before.ignored(other, 8, NOW);

        assertThat(said.json().has("drift") || said.json().has("accepted")).isFalse();
        assertThat(said.json().path("reason").asText()).isEqualTo("OlderOneHonoured");
        assertThat(said.json().path("conditions"))
                .extracting(condition -> condition.path("reason").asText())
                .containsExactly("OlderOneHonoured");
        assertThat(said.generation()).isEqualTo(8);
        assertThat(said.enforcement()).isEqualTo(EnforcementState.NONE);
    }

    /** It is the last spec that could be carried out. */
    @Test
    void aSpecThatIsNotAcceptedLeavesTheGenerationThatWas() {
        var refused = new LinkerdConfigPlan(
                Optional.empty(),
                List.of(
                        new ConfigCondition(ConditionType.ENFORCED, Status.TRUE, "InPlace", "written"),
                        new ConfigCondition(ConditionType.ACCEPTED, Status.FALSE, "SpecInvalid", "a port")),
                Optional.empty(),
                EnforcementState.NONE,
                "SpecInvalid",
                List.of());

        var said = status("{}")
                .after(plan(Status.TRUE, EnforcementState.NONE, List.of()), 7, NOW)
                .after(refused, 8, NOW);

        assertThat(said.json().at("/accepted/generation").asInt()).isEqualTo(7);
        assertThat(said.generation()).isEqualTo(8);
    }

    @Test
    void anotherCountOfDifferencesIsAnotherStatus() {
        var none = status("{}").after(plan(Status.TRUE, EnforcementState.NONE, List.of()), 7, NOW);
        var one = status("{}").after(plan(Status.TRUE, EnforcementState.NONE, List.of(finding("cniEnabled"))), 7, NOW);

        assertThat(one.saysTheSameAs(none)).isFalse();
    }

    @Test
    void anObjectWithoutAStatusSaysNothing() {
        assertThat(ConfigStatus.of(new LinkerdConfigResource()).json()).isEmpty();
        var config = new LinkerdConfigResource();
        config.setStatus(status("{'observedGeneration':3,'rollout':{}}").json());
        assertThat(ConfigStatus.of(config).generation()).isEqualTo(3);
    }

    @Test
    void whatANewerVersionSaysIsHandedOn() {
        var before = status(
                "{'rollout':{'reason':'Off'},'outdated':{'count':1},'newer':true,'conditions':[{'type':'Rolling','status':'True'}],'accepted':{'digest':'d'}}");

        var said = before.after(plan(Status.TRUE, EnforcementState.NONE, List.of()), 7, NOW)
                .json();

        assertThat(said.has("rollout") || said.has("outdated"))
                .as("rollouts, which say it themselves")
                .isFalse();
        assertThat(said.path("newer").asBoolean()).isTrue();
        assertThat(said.at("/accepted/digest").asText()).isEqualTo("d");
        assertThat(said.at("/accepted/generation").asInt()).isEqualTo(7);
        assertThat(said.at("/conditions/0/type").asText()).isEqualTo("Rolling");
        assertThat(said.path("conditions")).hasSize(3);
    }

    /** The lists of the operator of 2019 grew with every look. */
    @Test
    void listsAreBoundedAndSecretsLeftOut() {
        var many = IntStream.range(0, 100)
                .mapToObj(number -> finding("key" + number))
                .toList();
        assertThat(status("{}")
                        .after(plan(Status.FALSE, EnforcementState.NONE, many), 7, NOW)
                        .json()
                        .at("/drift/first"))
                .hasSize(16);

        var secret = status("{}")
                .after(plan(Status.FALSE, EnforcementState.NONE, List.of(finding("proxy", "additionalEnv"))), 7, NOW)
                .json()
                .at("/drift/first/0");
        assertThat(secret.path("path").asText()).isEqualTo("proxy.additionalEnv");
        assertThat(secret.has("wanted")).isFalse();
        assertThat(secret.has("found")).isFalse();
    }

    @Test
    void aStatusOfOtherTypesCountsAsAbsent() {
        var odd = status("{'drift':{'agreedSince':'lately'},'conditions':{'a':1},'accepted':[1]}");

        assertThat(status("{'drift':'much'}").enforcement()).isEqualTo(EnforcementState.NONE);

        assertThat(odd.enforcement()).isEqualTo(EnforcementState.NONE);
        assertThat(odd.after(plan(Status.TRUE, EnforcementState.NONE, List.of()), 7, NOW)
                        .json()
                        .path("conditions"))
                .hasSize(2);
    }
}
