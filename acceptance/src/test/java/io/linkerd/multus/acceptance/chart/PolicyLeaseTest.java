// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** What the controller may do so that Linkerd's policy controller can make its Lease on OpenShift. */
class PolicyLeaseTest {
    private static final List<String> BOTH = List.of("roles", "rolebindings");
    private static final List<String> NAME = List.of("mesh-policy-lease");

    /** The API server takes no Role from an account that does not have itself what the Role gives. */
    @Test
    void theControllerHasTheRightThatItGives() {
        assertThat(rules(Chart.renderFor("openshift")))
                .containsExactly(
                        tuple(BOTH, NAME, List.of("get", "list", "watch", "create", "patch", "delete")),
                        tuple(List.of("leases"), List.of("policy-controller-write"), List.of("delete")));
    }

    @Test
    void switchedOffItHasNotAndMayTakeAwayWhatItMadeBefore() {
        var off = Chart.render(Map.of("global.platform", "openshift", "controller.policyLease.enabled", "false"));

        assertThat(rules(off)).containsExactly(tuple(BOTH, NAME, List.of("get", "list", "watch", "delete")));
        assertThat(variable(
                        off.one("Deployment", "mesh-controller").at("/spec/template/spec/containers/0"),
                        "LINKERD_MULTUS_POLICY_LEASE"))
                .isEqualTo("false");
    }

    @Test
    void elsewhereThanOnOpenShiftThereIsNoSuchRight() {
        var kind = Chart.renderFor("kind");

        assertThat(kind.find("ClusterRole", "mesh-controller-policy-lease")).isEmpty();
        assertThat(kind.rules())
                .noneMatch(rule -> texts(rule.path("resourceNames")).contains("policy-controller-write"));
    }

    private static List<Tuple> rules(Rendering rendering) {
        return elements(rendering
                        .one("ClusterRole", "mesh-controller-policy-lease")
                        .path("rules"))
                .map(rule -> tuple(
                        texts(rule.path("resources")), texts(rule.path("resourceNames")), texts(rule.path("verbs"))))
                .toList();
    }
}
