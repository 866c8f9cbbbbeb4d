// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the controller may do so that it can restart workloads, and what keeps it from doing more with that. */
class RolloutRightsTest {
    private static final Map<String, String> ON = Map.of("controller.rollouts.enabled", "true");
    private static final String ROLLOUTS = "mesh-controller-rollouts";
    private static final String DRY_RUNS = "mesh-controller-dry-runs";
    private static final List<String> WORKLOADS = List.of("deployments", "statefulsets", "daemonsets", "replicasets");

    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void nothingMayPatchWorkloadsUnlessItIsAskedFor(String values) {
        var rendering = Chart.renderCi(values);

        assertThat(rendering
                        .rules()
                        .filter(rule -> texts(rule.path("resources")).stream().anyMatch(WORKLOADS::contains)))
                .allMatch(rule -> List.of("get", "list", "watch").containsAll(texts(rule.path("verbs"))));
        assertThat(rendering.ofKind("ValidatingAdmissionPolicy")).isEmpty();
    }

    /** It serves no policy that could keep them small. */
    @Test
    void beforeKubernetes130ThereAreNoSuchRights() {
        var before = Chart.renderOn("1.29.14-gke.100", ON);

        assertThat(before.all()).extracting(Rendering::name).doesNotContain(ROLLOUTS, DRY_RUNS);
        assertThat(Chart.renderOn("1.30.0-eks-1", ON).find("ClusterRole", ROLLOUTS))
                .isPresent();
    }

    @Test
    void theRightsAreOneClusterRoleAndOneRole() {
        var on = Chart.render(ON);

        assertThat(elements(on.one("ClusterRole", ROLLOUTS).path("rules")))
                .extracting(rule -> texts(rule.path("resources")), rule -> texts(rule.path("verbs")))
                .containsExactly(
                        tuple(WORKLOADS, List.of("get", "list", "watch", "patch")),
                        tuple(List.of("replicationcontrollers"), List.of("get")),
                        tuple(List.of("jobs"), List.of("get")),
                        tuple(List.of("poddisruptionbudgets"), List.of("get", "list", "watch")),
                        tuple(List.of("pods"), List.of("get", "list", "watch")),
                        tuple(List.of("pods/eviction"), List.of("create")),
                        tuple(
                                List.of("validatingadmissionpolicies", "validatingadmissionpolicybindings"),
                                List.of("get")));
        assertThat(on.find("ClusterRoleBinding", ROLLOUTS)).isPresent();
        var role = on.one("Role", DRY_RUNS);
        assertThat(role.at("/metadata/namespace").asText()).isEqualTo(Chart.NAMESPACE);
        assertThat(elements(role.path("rules")))
                .extracting(rule -> texts(rule.path("resources")), rule -> texts(rule.path("verbs")))
                .containsExactly(
                        tuple(List.of("pods", "services"), List.of("create")),
                        tuple(List.of("securitycontextconstraints"), List.of("use")));
    }

    @Test
    void whereThereAreNoSuchConstraintsThereIsNoRightToThem() {
        var plain = Chart.render(Map.of("controller.rollouts.enabled", "true", "global.platform", "kubernetes"));

        assertThat(elements(plain.one("Role", DRY_RUNS).path("rules")))
                .extracting(rule -> texts(rule.path("resources")))
                .containsExactly(List.of("pods", "services"));
    }

    /** A right without its policy would let the controller's token run code as anybody. */
    @ParameterizedTest
    @ValueSource(strings = {ROLLOUTS, DRY_RUNS})
    void eachRightHasAPolicyThatDeniesTheControllerAllElse(String name) {
        var on = Chart.render(ON);
        var policy = on.one("ValidatingAdmissionPolicy", name);
        var binding = on.one("ValidatingAdmissionPolicyBinding", name);

        assertThat(policy.at("/spec/failurePolicy").asText()).isEqualTo("Fail");
        assertThat(elements(policy.at("/spec/matchConditions")))
                .extracting(condition -> condition.path("expression").asText())
                .containsExactly("request.userInfo.username == \"system:serviceaccount:mesh-system:mesh-controller\"");
        assertThat(binding.at("/spec/policyName").asText()).isEqualTo(name);
        assertThat(texts(binding.at("/spec/validationActions"))).containsExactly("Deny");
        assertThat(binding.at("/spec/matchResources").isMissingNode()).isTrue();
    }

    @Test
    void thePolicyOfWorkloadsCoversWhatTheRoleLetsPatchAndEachWayToWriteIt() {
        var on = Chart.render(ON);
        var rule = on.one("ValidatingAdmissionPolicy", ROLLOUTS).at("/spec/matchConstraints/resourceRules/0");

        assertThat(texts(rule.path("resources"))).isEqualTo(WORKLOADS);
        assertThat(texts(rule.path("operations"))).containsExactly("CREATE", "UPDATE", "DELETE");
        var pods = on.one("ValidatingAdmissionPolicy", DRY_RUNS).at("/spec/matchConstraints/resourceRules/0");
        assertThat(texts(pods.path("resources"))).containsExactly("pods", "services");
        assertThat(texts(pods.path("operations"))).containsExactly("CREATE");
    }

    @Test
    void dryRunsAreInTheNamespaceThatIsSaidAndInNoOther() {
        var elsewhere = Chart.render(
                Map.of("controller.rollouts.enabled", "true", "controller.rollouts.dryRunNamespace", "probes"));

        for (var kind : List.of("Role", "RoleBinding")) {
            assertThat(elsewhere.one(kind, DRY_RUNS).at("/metadata/namespace").asText())
                    .isEqualTo("probes");
        }
        assertThat(expressions(elsewhere.one("ValidatingAdmissionPolicy", DRY_RUNS)))
                .containsExactly("has(request.dryRun) && request.dryRun && request.namespace == \"probes\"");
        assertThat(elsewhere
                        .one("RoleBinding", DRY_RUNS)
                        .at("/subjects/0/namespace")
                        .asText())
                .isEqualTo(Chart.NAMESPACE);
    }

    /** Every guard but the first would be an error on what is created or deleted, which has no object before or after. */
    @Test
    void eachComparisonIsOfUpdatesOnly() {
        var expressions = expressions(Chart.render(ON).one("ValidatingAdmissionPolicy", ROLLOUTS))
                .toList();

        assertThat(expressions.getFirst()).isEqualTo("request.operation == \"UPDATE\"");
        assertThat(expressions.subList(1, expressions.size()))
                .hasSize(6)
                .allMatch(expression -> expression.startsWith("request.operation != \"UPDATE\" || ("))
                .noneMatch(expression -> expression.contains("\n"));
    }

    @Test
    void aNamespaceThatIsNoneIsRefused() {
        assertThatThrownBy(() -> Chart.render(Map.of("controller.rollouts.dryRunNamespace", "a.b")))
                .message()
                .contains("at '/rollouts/dryRunNamespace'");
    }

    private static Stream<String> expressions(JsonNode policy) {
        return elements(policy.at("/spec/validations"))
                .map(validation -> validation.path("expression").asText());
    }
}
