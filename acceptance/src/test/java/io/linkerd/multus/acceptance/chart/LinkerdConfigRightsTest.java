// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the controller may do about Linkerd's values. */
class LinkerdConfigRightsTest {
    private static List<JsonNode> rules(String resource) {
        return rules(Map.of(), resource);
    }

    private static List<JsonNode> rules(Map<String, String> values, String resource) {
        return elements(Chart.render(values)
                        .one("ClusterRole", "mesh-controller")
                        .path("rules"))
                .filter(rule -> texts(rule.path("resources")).contains(resource))
                .toList();
    }

    @Test
    void theControllerChangesNoConfigMapButLinkerdsValues() {
        assertThat(rules("configmaps"))
                .isNotEmpty()
                .allSatisfy(
                        rule -> assertThat(texts(rule.path("resourceNames"))).isNotEmpty());
        assertThat(rules("configmaps"))
                .filteredOn(rule -> !List.of("get", "list", "watch").containsAll(texts(rule.path("verbs"))))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(texts(rule.path("verbs"))).containsExactly("patch");
                    assertThat(texts(rule.path("resourceNames"))).containsExactly("linkerd-config");
                });
    }

    @Test
    void itChangesNoConfigMapAtAllWhereItIsToldSo() {
        assertThat(rules(Map.of("controller.linkerdConfig.enforce", "false"), "configmaps"))
                .isNotEmpty()
                .allSatisfy(rule -> assertThat(texts(rule.path("verbs"))).containsExactly("get", "list", "watch"));
    }

    @Test
    void itChangesTheStatusOfLinkerdConfigsAlone() {
        assertThat(rules("linkerdconfigs"))
                .singleElement()
                .satisfies(rule -> assertThat(texts(rule.path("verbs"))).containsExactly("get", "list", "watch"));
        assertThat(rules("linkerdconfigs/status"))
                .singleElement()
                .satisfies(rule -> assertThat(texts(rule.path("verbs"))).containsExactly("patch"));
    }
}
