// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the objects are those of the chart, {@code OperandOracleTest} shows. */
class WebhookNetworkTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    @Test
    void healthIsServedWhereANodeHasNothingElse() {
        assertThat(network("{}")).isEqualTo(new WebhookNetwork(false, 8443, 8080));
        assertThat(network("{webhook: {hostNetwork: true}}")).isEqualTo(new WebhookNetwork(true, 8443, 9644));
        assertThat(network("{webhook: {hostNetwork: true, port: 9443, healthPort: 9700}}"))
                .isEqualTo(new WebhookNetwork(true, 9443, 9700));
    }

    @Test
    void onePortForBothIsToldOf() {
        assertThat(problems("{webhook: {hostNetwork: true, port: 9644}}", Rendering.Platform.KUBERNETES))
                .containsExactly("spec.webhook.healthPort: 9644 is webhook.port, too; say another one");
        assertThat(problems("{webhook: {hostNetwork: true, port: 8080}}", Rendering.Platform.KUBERNETES))
                .isEmpty();
    }

    /** The operator has no right to give an SCC that lets pods into their node's network. */
    @Test
    void isNotForOpenShiftWhoseApiServersReachPods() {
        assertThat(problems("{webhook: {hostNetwork: true}}", Rendering.Platform.OPENSHIFT))
                .singleElement()
                .asString()
                .startsWith("spec.webhook.hostNetwork: ");
        assertThat(problems("{webhook: {hostNetwork: false, port: 9443}}", Rendering.Platform.OPENSHIFT))
                .isEmpty();
    }

    private static WebhookNetwork network(String spec) {
        return WebhookNetwork.of(spec(spec).webhookOrNone());
    }

    private static List<String> problems(String spec, Rendering.Platform platform) {
        return SpecProblems.of(spec(spec), "linkerd-multus", platform);
    }

    private static OperandSpec spec(String yaml) {
        return SERIALIZATION.unmarshal("---\n" + yaml, OperandSpec.class);
    }
}
