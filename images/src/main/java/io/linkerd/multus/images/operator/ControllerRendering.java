// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.linkerd.multus.images.HelmChart;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the chart says of the controller that is to be the operator, and of its operand.
 *
 * @param version of the chart
 * @param controller the chart's objects of the controller alone
 * @param operand every object that an operand can have, on any platform and in any mode
 */
record ControllerRendering(String version, List<JsonNode> controller, List<JsonNode> operand) {
    private static final YAMLMapper YAML = new YAMLMapper();

    static ControllerRendering of(HelmChart chart) throws IOException {
        var controller = chart.template("linkerd-multus", OperandRendering.NAMESPACE)
                .set("installer.enabled", "false")
                .set("webhook.enabled", "false")
                .set("viewRoles.enabled", "false")
                .set("global.platform", "openshift")
                .call();
        return new ControllerRendering(
                YAML.readTree(chart.folder().resolve("Chart.yaml").toFile())
                        .path("version")
                        .asText(),
                // What the operator takes for its operand's says otherwise.
                HelmChart.objects(
                        OperatorNames.ofController(controller).replace("managed-by: Helm", "managed-by: olm")),
                OperandRendering.objects(chart));
    }

    /** {@return what the operator's account may do} */
    OperatorRights rights() {
        return new OperatorRights(controller, operand);
    }

    JsonNode deployment() {
        return one("Deployment");
    }

    /** {@return the Service by which the operator's metrics are found} */
    JsonNode service() {
        return one("Service");
    }

    private JsonNode one(String kind) {
        return controller.stream()
                .filter(object -> object.path("kind").asText().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    /** {@return the name of the operator's service account} */
    String account() {
        return deployment().at("/spec/template/spec/serviceAccountName").asText();
    }

    /** {@return the operator's own image} */
    String image() {
        return deployment().at("/spec/template/spec/containers/0/image").asText();
    }

    /** {@return the operand's images, by what they are for} */
    SortedMap<String, String> operandImages() {
        var images = new TreeMap<String, String>();
        operand.forEach(object -> {
            var pods = object.at("/spec/template/spec");
            pods.path("containers")
                    .forEach(container -> images.put(
                            container.path("name").asText(),
                            container.path("image").asText()));
            pods.path("initContainers")
                    .forEach(container ->
                            images.put("plugin", container.path("image").asText()));
        });
        return images;
    }

    /** {@return the operand's kinds, with the version of each} */
    SortedMap<String, String> operandKinds() {
        var kinds = new TreeMap<String, String>();
        operand.forEach(object -> kinds.put(
                object.path("kind").asText(), object.path("apiVersion").asText()));
        return kinds;
    }
}
