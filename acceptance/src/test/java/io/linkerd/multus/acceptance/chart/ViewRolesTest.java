// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.name;
import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What people on the command line may be given. */
class ViewRolesTest {
    private static final String AGGREGATED = "rbac.authorization.k8s.io/aggregate-to-";
    private static final List<String> NAMES = List.of("mesh-view", "mesh-view-cluster", "mesh-view-pods");

    private static Stream<JsonNode> roles(Rendering objects) {
        return objects.ofKind("ClusterRole").filter(role -> NAMES.contains(name(role)));
    }

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void onlyReadAndAreBoundByNobody(String values) {
        var objects = Chart.renderCi(values);

        assertThat(roles(objects))
                .hasSize(3)
                .allSatisfy(role -> assertThat(role.path("rules")).allSatisfy(rule -> {
                    assertThat(texts(rule.path("verbs"))).isSubsetOf("get", "list", "watch");
                    assertThat(texts(rule.path("resources"))).doesNotContain("secrets", "*");
                }));
        assertThat(Stream.of("ClusterRoleBinding", "RoleBinding").flatMap(objects::ofKind))
                .noneMatch(binding -> NAMES.contains(binding.at("/roleRef/name").asText()));
    }

    /** Whoever may view a namespace reached every port of its pods otherwise, and saw the nodes of the cluster. */
    @Test
    void kubernetesOwnRolesGetOurKindsAndNothingElse() {
        var objects = Chart.render(Map.of());
        var aggregated = objects.all().stream()
                .filter(object -> object.at("/metadata/labels").toString().contains(AGGREGATED))
                .toList();

        assertThat(aggregated).extracting(Rendering::name).containsExactly("mesh-view");
        assertThat(aggregated.getFirst().at("/metadata/labels").has(AGGREGATED + "view"))
                .isTrue();
        assertThat(aggregated.getFirst().path("rules"))
                .flatExtracting(rule -> texts(rule.path("resources")))
                .containsExactly("network-attachment-definitions", "linkerdconfigs", "linkerdmultuses");
    }

    /** The values of a part that is off are not there: no upgrade could switch the controller off on OpenShift. */
    @Test
    void theChartRendersOnOpenShiftWithoutTheController() {
        var objects = Chart.render(
                Map.of("global.platform", "openshift", "controller.enabled", "false", "webhook.enabled", "false"));

        assertThat(roles(objects))
                .hasSize(3)
                .allSatisfy(role -> assertThat(role.path("rules"))
                        .noneMatch(rule -> texts(rule.path("resources")).contains("clusterroles")));
    }

    /** check asks whether the controller's bindings, its ClusterRole and Linkerd's Lease are there: no others are to be read. */
    @Test
    void onOpenShiftWhatTheControllerKeepsIsReadByItsNames() {
        var rules = rules("openshift");

        assertThat(rules)
                .filteredOn(rule -> texts(rule.path("apiGroups")).contains("rbac.authorization.k8s.io")
                        || texts(rule.path("apiGroups")).contains("coordination.k8s.io"))
                .extracting(rule -> texts(rule.path("resources")) + " " + texts(rule.path("resourceNames")))
                .containsExactly(
                        "[rolebindings] [mesh-scc, mesh-policy-lease]",
                        "[roles] [mesh-policy-lease]",
                        "[clusterroles] [system:openshift:scc:nonroot-v2]",
                        "[leases] [policy-controller-write]");
        assertThat(rules("kubernetes"))
                .noneMatch(rule -> texts(rule.path("apiGroups")).contains("rbac.authorization.k8s.io"));
    }

    private static List<JsonNode> rules(String platform) {
        var objects = Chart.render(Map.of("global.platform", platform));
        return roles(objects)
                .filter(role -> name(role).equals("mesh-view-cluster"))
                .flatMap(role -> role.path("rules").valueStream())
                .toList();
    }

    @Test
    void canBeHadWithoutAggregationOrNotAtAll() {
        var apart = Chart.render(Map.of("viewRoles.aggregate", "false"));

        assertThat(roles(apart)).hasSize(3);
        assertThat(apart.all()).noneMatch(object -> object.toString().contains(AGGREGATED));
        assertThat(roles(Chart.render(Map.of("viewRoles.enabled", "false")))).isEmpty();
    }
}
