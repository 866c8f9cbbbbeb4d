// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What OLM knows of a version of the operator: who runs, with which rights, from which images, and what people read of it.
 *
 * @param base what people read, as it is written by hand
 * @param icon an SVG
 * @param definitions of our kinds
 * @param chart what the chart says of the controller and of its operand
 */
record ClusterServiceVersion(
        ObjectNode base, String icon, Map<OwnKind, ObjectNode> definitions, ControllerRendering chart) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "LINKERD_MULTUS_";

    /** What the operator takes from the LinkerdMultus. */
    private static final Set<String> ASKED_FOR = Set.of(
            PREFIX + "ADOPT_ATTACHMENTS",
            PREFIX + "ATTACHMENT_NAMESPACE",
            PREFIX + "ATTACHMENT_SCOPE",
            PREFIX + "CONTROL_PLANE_NAMESPACE",
            PREFIX + "EXCLUDED_NAMESPACES",
            PREFIX + "EXCLUDE_OPENSHIFT",
            PREFIX + "KUBECONFIG_PATH");

    /** {@return its name} */
    String name() {
        return "linkerd-multus.v" + chart.version();
    }

    /** {@return the whole object} */
    ObjectNode object() throws JsonProcessingException {
        var csv = base.deepCopy();
        csv.withObject("/metadata").put("name", name());
        csv.withObject("/metadata/annotations")
                .put("alm-examples", JSON.writerWithDefaultPrettyPrinter().writeValueAsString(examples()))
                .put("operatorframework.io/initialization-resource", JSON.writeValueAsString(example()))
                .put("containerImage", chart.image());
        var spec = csv.withObject("/spec");
        spec.put("version", chart.version());
        ((ObjectNode) spec.at("/icon/0"))
                .put("base64data", Base64.getEncoder().encodeToString(icon.getBytes(StandardCharsets.UTF_8)));
        var owned = spec.withObject("/customresourcedefinitions").putArray("owned");
        definitions.forEach((kind, definition) -> owned.add(owned(kind, definition)));
        spec.set("relatedImages", relatedImages());
        spec.set("install", install());
        return csv;
    }

    private ArrayNode examples() {
        return JsonNodeFactory.instance.arrayNode().add(example()).add(exampleOfConfig());
    }

    private static ObjectNode exampleOfConfig() {
        var example = OwnKind.LINKERD_CONFIG.object("mesh");
        example.putObject("spec")
                .put("mode", "Observe")
                .putObject("values")
                .putObject("proxy")
                .put("logLevel", "warn,linkerd=info");
        return example;
    }

    private ObjectNode example() {
        var example = OwnKind.LINKERD_MULTUS.object("cluster");
        // On OpenShift Linkerd's CNI chart is refused, and without its ConfigMap nothing is attached.
        example.putObject("spec").put("mode", "auto").putObject("linkerd").put("cniChart", "Replace");
        return example;
    }

    private ObjectNode owned(OwnKind kind, JsonNode definition) {
        var schema = definition.at("/spec/versions/0/schema/openAPIV3Schema");
        var owned = JsonNodeFactory.instance.objectNode();
        owned.put("name", kind.definitionName())
                .put("kind", kind.kind())
                .put("version", OwnKind.VERSION)
                .put("displayName", kind.kind())
                .put("description", schema.path("description").asText());
        var resources = owned.putArray("resources");
        resourcesOf(kind)
                .forEach((resource, version) -> resources
                        .addObject()
                        .put("kind", resource)
                        .put("name", definition(resource, version))
                        .put("version", version.substring(version.indexOf('/') + 1)));
        owned.set("specDescriptors", Descriptors.ofSpec(schema.at("/properties/spec")));
        owned.set("statusDescriptors", Descriptors.ofStatus(schema.at("/properties/status")));
        return owned;
    }

    /** {@return what an object of a kind is about, by kind, with its apiVersion} */
    private Map<String, String> resourcesOf(OwnKind kind) {
        return switch (kind) {
            case LINKERD_MULTUS -> chart.operandKinds();
            case LINKERD_CONFIG -> Map.of("ConfigMap", "v1");
        };
    }

    /** {@return the name of a kind's CustomResourceDefinition; a CSV says of Kubernetes' own kinds that they have none} */
    private static String definition(String kind, String apiVersion) {
        var group = apiVersion.replaceFirst("/.*", "");
        return group.equals("security.openshift.io") ? kind.toLowerCase(Locale.ROOT) + "." + group : "";
    }

    private ArrayNode relatedImages() {
        var images = JsonNodeFactory.instance.arrayNode();
        images.addObject().put("name", "controller").put("image", chart.image());
        chart.operandImages()
                .forEach((name, image) -> images.addObject().put("name", name).put("image", image));
        return images;
    }

    private ObjectNode install() {
        var install = JsonNodeFactory.instance.objectNode().put("strategy", "deployment");
        var strategy = install.putObject("spec");
        var rights = strategy.putArray("clusterPermissions").addObject();
        rights.put("serviceAccountName", chart.account())
                .set("rules", chart.rights().clusterRules());
        var deployment = strategy.putArray("deployments").addObject();
        deployment.put("name", chart.deployment().at("/metadata/name").asText());
        deployment.set("label", chart.deployment().at("/metadata/labels"));
        deployment.set("spec", deploymentSpec());
        return install;
    }

    private JsonNode deploymentSpec() {
        var spec = chart.deployment().path("spec").<ObjectNode>deepCopy();
        var env = (ArrayNode) spec.at("/template/spec/containers/0/env");
        env.removeIf(variable -> ASKED_FOR.contains(variable.path("name").asText()));
        variable(env, PREFIX + "OPERATOR", "true");
        variable(env, PREFIX + "VERSION", chart.version());
        chart.operandImages()
                .forEach((name, image) -> variable(env, "RELATED_IMAGE_" + name.toUpperCase(Locale.ROOT), image));
        return spec;
    }

    private static void variable(ArrayNode env, String name, String value) {
        env.addObject().put("name", name).put("value", value);
    }
}
