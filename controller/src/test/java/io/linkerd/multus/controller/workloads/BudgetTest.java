// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pods a PodDisruptionBudget selects. */
class BudgetTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "selector: {matchLabels: {app: web}} | 0",
                "selector: {matchLabels: {app: cart}} | 1",
                "selector: {} | 0",
                "minAvailable: 1 | 1",
                "selector: {matchExpressions: [{key: app, operator: In, values: [web, cart]}]} | 0",
                "selector: {matchExpressions: [{key: app, operator: NotIn, values: [web]}]} | 1",
                "selector: {matchExpressions: [{key: app, operator: Exists}]} | 0",
                "selector: {matchExpressions: [{key: app, operator: DoesNotExist}]} | 1",
                "selector: {matchExpressions: [{key: app, operator: Unknown}]} | 1"
            })
    void selectsByLabels(String spec, int allowed) {
        var budget = read("shop", spec, 0);

        assertThat(Budget.allowed(List.of(budget), "shop", Map.of("app", "web")))
                .isEqualTo(allowed);
        assertThat(Budget.allowed(List.of(budget), "other", Map.of("app", "web")))
                .isEqualTo(1);
    }

    private static Budget read(String namespace, String spec, int allowed) {
        var yaml = "# YAML\n{metadata: {name: a, namespace: " + namespace + "}, spec: {" + spec
                + "}, status: {disruptionsAllowed: " + allowed + "}}";
        return Budget.of(new KubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class));
    }
}
