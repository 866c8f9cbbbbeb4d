// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.acceptance.mesh.MeshedPod;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The way from the attach operator to us, step by step as the documents have it, with objects like its own: an attachment without any mark, a
 * webhook that is called for every pod, and what that has written into a pod. Our installer stands for Linkerd's meanwhile.
 */
@WithMesh
class AdoptIT {
    private static final String KIND = "network-attachment-definitions";
    private static final String OPERATORS_WEBHOOK = "multus-attach-operator";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** As the operator writes what {@code linkerd-cni-config} says: what it does not know is left out. */
    private static final String CONFIG =
            "{\"cniVersion\":\"0.3.0\",\"name\":\"linkerd-cni\",\"type\":\"linkerd-cni\",\"ipam\":{},"
                    + "\"dns\":{},\"log_level\":\"info\",\"linkerd\":{\"incoming-proxy-port\":4143,\"outgoing-proxy-port\":4140,"
                    + "\"proxy-uid\":2102,\"inbound-ports-to-ignore\":[\"4191\",\"4190\"]},"
                    + "\"kubernetes\":{\"kubeconfig\":\"/etc/cni/linkerd-multus/linkerd-cni.kubeconfig\"}}";

    private final Mesh mesh;
    private final String namespace;

    AdoptIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("moving");
    }

    @BeforeEach
    void onlyTheOperatorIsThere() throws Exception {
        mesh.release().install("--set", "controller.enabled=false", "--set", "webhook.enabled=false");
        mesh.namespace(namespace, Mesh.OPTED_IN);
        // For Linkerd's validator.
        mesh.allow(namespace, "nonroot-v2");
        mesh.apply("""
                apiVersion: k8s.cni.cncf.io/v1
                kind: NetworkAttachmentDefinition
                metadata: {name: linkerd-cni, namespace: %s}
                spec: {config: '%s'}
                """.formatted(namespace, CONFIG));
        mesh.apply("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: %s}
                webhooks:
                - name: multus.linkerd.io
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: Ignore
                  timeoutSeconds: 1
                  clientConfig: {service: {name: %1$s, namespace: %s, path: /annotate-multus-v1-pod}}
                  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods]}]
                """.formatted(OPERATORS_WEBHOOK, namespace));
    }

    @AfterEach
    void removeTheOperatorsWebhook() throws Exception {
        mesh.kubectl("delete", "mutatingwebhookconfiguration", OPERATORS_WEBHOOK, "--ignore-not-found");
    }

    @Test
    @Nightly.Releases
    void anAttachmentOfTheOperatorsIsTakenOverAsItIs() throws Exception {
        var theirs = attachment();

        mesh.release().install("--set", "global.attachments.adopt=true");

        assertTakenOver(theirs);
    }

    @Test
    @Nightly.Releases
    void noPodIsUnmeshedOnTheWayFromTheAttachOperatorToUs() throws Exception {
        var before = meshed("before", annotatedByTheOperator());
        var theirs = attachment();

        mesh.release().install();
        meshed("beside", Map.of());
        mesh.until(
                "an Event says that it is not ours",
                () -> !mesh.events(namespace, "NetworkAttachmentNotOurs").isEmpty());
        assertThat(attachment()).isEqualTo(theirs);

        mesh.kubectl("delete", "mutatingwebhookconfiguration", OPERATORS_WEBHOOK);
        meshed("without", Map.of());

        mesh.release().install("--set", "global.attachments.adopt=true");
        var ours = assertTakenOver(theirs);
        meshed("adopted", Map.of());

        mesh.release().install();
        meshed("after", Map.of());
        assertThat(attachment().path("spec")).isEqualTo(ours.path("spec"));
        assertThat(ready("before").name()).isEqualTo(before.name());
        assertThat(mesh.failedContainers(namespace)).isEmpty();
    }

    private JsonNode assertTakenOver(JsonNode theirs) throws Exception {
        mesh.until(
                "an Event says that it was taken over",
                () -> !mesh.events(namespace, "NetworkAttachmentTakenOver").isEmpty());
        var ours = attachment();
        assertThat(ours.at("/metadata/uid")).isEqualTo(theirs.at("/metadata/uid"));
        assertThat(ours.at("/metadata/labels/app.kubernetes.io~1managed-by").asText())
                .isEqualTo("linkerd-multus");
        assertThat(linkerd(ours)).isEqualTo(linkerd(attachment("linkerd")));
        return ours;
    }

    /** Its proxy's user id is the first of the range, and 2102 more. */
    private Map<String, String> annotatedByTheOperator() throws Exception {
        long first = mesh.uids(namespace)[0];
        return Map.of(
                "k8s.v1.cni.cncf.io/networks",
                "linkerd-cni",
                "config.linkerd.io/proxy-uid",
                Long.toString(first + 2102));
    }

    private MeshedPod meshed(String app, Map<String, String> annotations) throws Exception {
        mesh.deploy(namespace, app, 1, annotations);
        return ready(app);
    }

    private MeshedPod ready(String app) throws Exception {
        var pod = mesh.ready(namespace, app, 1).getFirst();
        var rules = mesh.rules(pod);
        assertThat(rules.exempt(pod.proxy().orElseThrow()))
                .as("%s, with %s", pod, rules)
                .isTrue();
        return pod;
    }

    private static JsonNode linkerd(JsonNode attachment) throws Exception {
        return JSON.readTree(attachment.at("/spec/config").asText()).path("linkerd");
    }

    private JsonNode attachment() throws Exception {
        return attachment(namespace);
    }

    private JsonNode attachment(String namespace) throws Exception {
        return mesh.objects().find(KIND, namespace, "linkerd-cni").orElseThrow();
    }
}
