// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The network attachments of namespaces follow their annotations and Linkerd's ConfigMap. */
@WithMesh
class AttachmentIT {
    private static final String KIND = "network-attachment-definitions";

    private final Mesh mesh;
    private final String one;
    private final String two;

    AttachmentIT(Mesh mesh) {
        this.mesh = mesh;
        this.one = mesh.unique("attach-one");
        this.two = mesh.unique("attach-two");
    }

    @Test
    void aNamespaceThatWaitsForLinkerdsConfigMapIsToldAndServedRightAfter() throws Exception {
        mesh.kubectl("delete", "configmap", "linkerd-cni-config", "--namespace", "linkerd-cni");
        mesh.until(
                "the controller has seen it go",
                () -> mesh.controllerMetric("linkerd_multus_controller_cni_config{state=\"missing\"}") == 1);
        mesh.namespace(one, Mesh.OPTED_IN);
        var warnings = mesh.untilHas(
                "an Event says what is missing",
                () -> mesh.events(one, "LinkerdCniConfigMissing"),
                events -> !events.isEmpty());
        assertThat(warnings).singleElement().asString().contains("linkerd-cni/linkerd-cni-config");
        mesh.until(
                "a metric counts it",
                () -> mesh.controllerMetric("linkerd_multus_controller_namespaces{standing=\"waiting\"}") >= 1);
        assertThat(attachment(one)).isEmpty();

        mesh.standins().cniConfig();

        untilAttached(one, "\"incoming-proxy-port\"");
        mesh.until(
                "the metric counts none",
                () -> mesh.controllerMetric("linkerd_multus_controller_namespaces{standing=\"waiting\"}") == 0);
    }

    @Test
    void everyAttachmentFollowsTheConfigMapAndKeepsWhatNobodyKnows() throws Exception {
        for (var namespace : List.of(one, two)) {
            mesh.namespace(namespace, Mesh.OPTED_IN);
            untilAttached(namespace, "\"linkerd-cni\"");
        }

        mesh.linkerdConfig(
                "{\"name\": \"linkerd-cni\",  \"type\":\"linkerd-cni\", \"future\": [1.0, 1e3], \"kubernetes\":"
                        + " {\"kubeconfig\":\"__KUBECONFIG_FILEPATH__\"}, \"linkerd\": {\"proxy-uid\": 2102}}");

        for (var namespace : List.of(one, two, "linkerd")) {
            var config = config(untilAttached(namespace, "\"future\": [1.0, 1e3]"));
            assertThat(config)
                    .contains("\"name\": \"linkerd-cni\",  \"type\":\"linkerd-cni\", \"future\": [1.0, 1e3]")
                    .contains("/etc/cni/linkerd-multus/linkerd-cni.kubeconfig")
                    .doesNotContain("__KUBECONFIG_FILEPATH__");
        }
    }

    @Test
    void anAttachmentThatSomebodyChangedIsPutBack() throws Exception {
        mesh.namespace(one, Mesh.OPTED_IN);
        var right = config(untilAttached(one, "linkerd-cni"));

        mesh.kubectl(
                "patch",
                KIND,
                "linkerd-cni",
                "--namespace",
                one,
                "--type=merge",
                "--patch={\"spec\":{\"config\":\"{}\"}}");

        mesh.until(
                "it is as it was",
                () -> attachment(one)
                        .map(AttachmentIT::config)
                        .filter(right::equals)
                        .isPresent());
    }

    @Test
    void theAttachmentGoesOnceNoPodUsesIt() throws Exception {
        mesh.namespace(one, Mesh.OPTED_IN);
        mesh.deploy(one, "web", 1, Map.of());

        mesh.kubectl("annotate", "namespace", one, "linkerd.io/multus-");
        var told = mesh.untilHas(
                "an Event says that it waits",
                () -> mesh.events(one, "NetworkAttachmentInUse"),
                events -> !events.isEmpty());
        assertThat(told).singleElement().asString().contains("linkerd.io/multus");
        assertThat(attachment(one)).as("attachment that a pod uses").isPresent();

        mesh.kubectl("delete", "deployment", "web", "--namespace", one);

        mesh.until("it is gone", () -> attachment(one).isEmpty());
    }

    @Test
    void anAttachmentOfSomebodyElseIsLeftUntouchedWithAReason() throws Exception {
        mesh.namespace(one, Map.of());
        mesh.apply("""
                apiVersion: k8s.cni.cncf.io/v1
                kind: NetworkAttachmentDefinition
                metadata: {name: linkerd-cni, namespace: %s}
                spec: {config: '{"cniVersion": "0.3.1", "type": "theirs"}'}
                """.formatted(one));
        var theirs = attachment(one).orElseThrow();

        mesh.kubectl("annotate", "namespace", one, "linkerd.io/multus=enabled");
        mesh.until(
                "an Event gives the reason",
                () -> !mesh.events(one, "NetworkAttachmentNotOurs").isEmpty());
        mesh.kubectl("annotate", "namespace", one, "linkerd.io/multus-");
        mesh.namespace(two, Mesh.OPTED_IN);
        untilAttached(two, "linkerd-cni"); // by then the controller has seen the above

        assertThat(attachment(one)).hasValue(theirs);
    }

    /** It counted as in place, and no Event said why pods of the namespace were refused. */
    @Test
    void anAttachmentThatAQuotaRefusesIsToldOfAndFollowsOnceItMay() throws Exception {
        mesh.namespace(one, Map.of());
        mesh.apply("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: none, namespace: %s}
                spec: {hard: {count/network-attachment-definitions.k8s.cni.cncf.io: "0"}}
                """.formatted(one));
        mesh.until(
                "the quota is in force",
                () -> mesh.objects()
                        .find("resourcequota", one, "none")
                        .filter(quota -> !quota.at("/status/hard").isEmpty())
                        .isPresent());

        mesh.kubectl("annotate", "namespace", one, "linkerd.io/multus=enabled");

        var told = mesh.untilHas(
                "an Event says what refuses it", () -> mesh.events(one, "RequestRefused"), events -> !events.isEmpty());
        assertThat(told).singleElement().asString().contains("exceeded quota: none");
        mesh.until(
                "a metric counts it",
                () -> mesh.controllerMetric("linkerd_multus_controller_namespaces{standing=\"refused\"}") == 1);

        mesh.kubectl("delete", "resourcequota", "none", "--namespace", one);

        untilAttached(one, "linkerd-cni");
        mesh.until(
                "the metric counts none",
                () -> mesh.controllerMetric("linkerd_multus_controller_namespaces{standing=\"refused\"}") == 0);
    }

    private JsonNode untilAttached(String namespace, String part) {
        return mesh.untilHas(
                        "the attachment of " + namespace + " has " + part,
                        () -> attachment(namespace),
                        found -> found.filter(object -> config(object).contains(part))
                                .isPresent())
                .orElseThrow();
    }

    private Optional<JsonNode> attachment(String namespace) throws Exception {
        return mesh.objects().find(KIND, namespace, "linkerd-cni");
    }

    private static String config(JsonNode attachment) {
        return attachment.path("spec").path("config").asText();
    }
}
