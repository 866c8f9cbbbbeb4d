// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The rights that rollouts take, as a manifest that an administrator applies: OLM gives the operator none of them. They are those of the chart,
 * but that its policies leave out what the operator keeps in its own namespace by a Role of the bundle: workloads and Services.
 */
final class RolloutRights {
    /** Where OLM suggests to put the operator; who puts it elsewhere writes that namespace in its place. */
    private static final String NAMESPACE = "linkerd-multus";

    private static final String RELEASE = "linkerd-multus";
    private static final String WORKLOADS = OperatorNames.OWN + "-rollouts";
    private static final String DRY_RUNS = OperatorNames.OWN + "-dry-runs";
    private static final String WHENCE =
            "# Made from charts/linkerd-multus by `openshift/render`. How to apply it: docs/linkerdconfig.md, \"Rights\".\n";

    private static final String SEPARATOR = "---\n";

    private RolloutRights() {}

    static String manifest(HelmChart chart) throws IOException {
        var rendered = chart.template(RELEASE, NAMESPACE)
                .set("viewRoles.enabled", "false")
                .set("global.platform", "openshift")
                .set("installer.enabled", "false")
                .set("webhook.enabled", "false")
                .set("controller.rollouts.enabled", "true")
                .call();
        var limits = Map.of(WORKLOADS, "request.namespace != \"" + NAMESPACE + "\"", DRY_RUNS, notAnOperands(chart));
        var documents = new ArrayList<String>();
        for (var object : HelmChart.objects(OperatorNames.ofController(rendered))) {
            if (limits.containsKey(name(object))) {
                ((ObjectNode) object.path("metadata")).remove("labels");
                if (object.at("/spec/matchConditions") instanceof ArrayNode conditions) {
                    conditions
                            .addObject()
                            .put("name", "not-of-the-operand")
                            .put("expression", limits.get(name(object)));
                }
                documents.add(Yaml.document(object));
            }
        }
        return Yaml.LICENCE + WHENCE + String.join("", documents).substring(SEPARATOR.length());
    }

    private static String notAnOperands(HelmChart chart) throws IOException {
        return OperandRendering.objects(chart).stream()
                .filter(object -> object.path("kind").asText().equals("Service"))
                .map(object -> "\"" + name(object) + "\"")
                .distinct()
                .sorted()
                .collect(Collectors.joining(
                        ", ", "request.resource.resource != \"services\" || !(object.metadata.name in [", "])"));
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }
}
