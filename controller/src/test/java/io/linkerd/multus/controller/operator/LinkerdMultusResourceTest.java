// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinkerdMultusResourceTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    private static LinkerdMultusResource object(String yaml) {
        return SERIALIZATION.unmarshal("---\n" + yaml, LinkerdMultusResource.class);
    }

    /** While OLM upgrades, the next version's schema is there before its operator. */
    @Test
    void readsASpecThatSaysMoreThanThisVersionKnows() {
        var multus = object(
                "{kind: LinkerdMultus, spec: {mode: nad, ofTheNextVersion: {a: [1]}, webhook: {replicas: 3, b: c}}}");

        assertThat(multus.asked())
                .isEqualTo(object("{kind: LinkerdMultus, spec: {mode: nad, webhook: {replicas: 3}}}")
                        .asked())
                .isNotEqualTo(OperandSpec.EMPTY);
    }

    @Test
    void anObjectThatSaysNothingAsksForWhatTheChartHas() {
        assertThat(object("{kind: LinkerdMultus}").asked()).isEqualTo(OperandSpec.EMPTY);
        assertThat(object("{kind: LinkerdMultus, spec: null, status: null}").asked())
                .isEqualTo(OperandSpec.EMPTY);
        assertThat(object("{kind: LinkerdMultus, spec: {}}").told()).isEqualTo(LinkerdMultusStatus.EMPTY);
    }

    /** A schema of another version let it in; a watch that failed on it would tell of nothing any more. */
    @Test
    void aSpecOfOtherTypesIsAnObjectThatCannotBeAskedFor() {
        var multus =
                object("{kind: LinkerdMultus, spec: {webhook: [1], excludedNamespaces: {a: b}}, status: {reason: a}}");

        assertThat(multus.told().reason()).isEqualTo("a");
        assertThatIllegalArgumentException()
                .isThrownBy(multus::asked)
                .withMessage("spec.webhook is of another type than this version has");
        assertThatIllegalArgumentException()
                .isThrownBy(object("{kind: LinkerdMultus, spec: {excludedNamespaces: [a, {b: c}]}}")::asked)
                .withMessage("spec.excludedNamespaces[1] is of another type than this version has");
        assertThatIllegalArgumentException()
                .isThrownBy(object("{kind: LinkerdMultus, spec: [secret]}")::asked)
                .withMessage("spec is of another type than this version has");
    }

    @Test
    void readsAStatusThatSomebodyFilledWithAnything() {
        var told = object("""
                {kind: LinkerdMultus, status: {namespace: [a], observedGeneration: x, reason: 1, version: {a: b},
                namespaces: {attached: x, waiting: 2, blocked: [], leaving: 1.5}, nodes: [1], certificates: {firstEnds: never},
                conditions: {a: b}, rolledOut: 1, accepted: {generation: 2, spec: {mode: [], linkerd: 3, excludedNamespaces: a}}}}
                """.strip()).told();

        assertThat(told.keeper()).isEmpty();
        assertThat(told.generation()).isZero();
        assertThat(told.reason()).isNull();
        assertThat(told.namespaces()).isEqualTo(new NamespaceCounts(0, 2, 0, 1, 0));
        assertThat(told.conditions()).isEmpty();
        assertThat(told.lastRolledOut()).isEmpty();
        assertThat(told.lastAccepted()).contains(new Accepted(2, OperandSpec.EMPTY));
        assertThat(object("{kind: LinkerdMultus, status: [1]}").told()).isEqualTo(LinkerdMultusStatus.EMPTY);
        assertThat(object("{kind: LinkerdMultus, status: {conditions: [1, {type: a}, null]}}")
                        .told())
                .isEqualTo(LinkerdMultusStatus.EMPTY);
    }

    /** As while OLM upgrades, and for as long as nobody has the older version go. */
    @Test
    void whatANewerVersionSaysInAStatusIsHandedOn() {
        var told = object("{kind: LinkerdMultus, status: {namespace: a, ofTheNextVersion: {b: [1]}}}")
                .told()
                .claimedBy("c");

        assertThat(SERIALIZATION.convertValue(told, JsonNode.class))
                .isEqualTo(SERIALIZATION.convertValue(
                        Map.of("namespace", "c", "ofTheNextVersion", Map.of("b", new int[] {1})), JsonNode.class));
    }

    @Test
    void whatAnotherOperatorRolledOutAndAcceptedIsNotHere() {
        var told = object(
                        "{kind: LinkerdMultus, status: {namespace: a, rolledOut: {generation: 1, version: v}, accepted: {generation: 1, spec: {}}}}")
                .told();

        assertThat(told.lastRolledOut()).isPresent();
        assertThat(told.lastAccepted()).isPresent();
        assertThat(told.claimedBy("c").lastRolledOut()).isEmpty();
        assertThat(told.claimedBy("c").lastAccepted()).isEmpty();
    }

    /** A status that differs from what was told is written again, without an end. */
    @Test
    void anAcceptedSpecIsReadAsItWasTold() {
        var spec = object("""
                {kind: LinkerdMultus, spec: {adopt: false, images: {plugin: a.example/a, pullSecrets: [{name: a}]}, logging: {level: debug},
                mode: nad, excludedNamespaces: [], networkPolicy: true, installer: {maxUnavailable: 10%, nodeSelector: {a: b},
                resources: {requests: {cpu: 10m, memory: 64Mi}, limits: {memory: 128Mi}}, tolerations: [{operator: Exists}]},
                webhook: {replicas: 3, timeoutSeconds: 5, tolerations: [{key: a, effect: NoExecute, tolerationSeconds: 3}]}}}
                """.strip()).asked();
        var told = new Accepted(3, spec);

        var read = SERIALIZATION
                .convertValue(
                        Map.of("status", Map.of("accepted", SERIALIZATION.convertValue(told, JsonNode.class))),
                        LinkerdMultusResource.class)
                .told()
                .lastAccepted();

        assertThat(read).contains(told);
    }
}
