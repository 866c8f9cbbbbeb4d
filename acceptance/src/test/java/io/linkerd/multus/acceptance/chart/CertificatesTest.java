// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static io.linkerd.multus.acceptance.chart.Rendering.elements;
import static io.linkerd.multus.acceptance.chart.Rendering.texts;
import static io.linkerd.multus.acceptance.chart.Rendering.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who makes the webhook's certificate, and which rights that takes. */
class CertificatesTest {
    private static final String FOLDER = "/var/run/linkerd-multus/certificate";
    private static final List<String> EXTERNAL =
            List.of("certmanager-values.yaml", "serviceca-values.yaml", "secret-values.yaml");

    static Stream<String> external() {
        return EXTERNAL.stream();
    }

    /** The key of the authority is in a Secret: it is the webhook's to read, and of the rest of the release nobody's. */
    @ParameterizedTest
    @MethodSource("io.linkerd.multus.acceptance.chart.Chart#ciValues")
    void nobodyButTheWebhookReadsASecret(String values) {
        var objects = Chart.renderCi(values);

        assertThat(Stream.of("Role", "ClusterRole").flatMap(objects::ofKind))
                .filteredOn(role -> elements(role.path("rules")).anyMatch(CertificatesTest::isOfSecrets))
                .allSatisfy(role -> {
                    assertThat(role.path("kind").asText()).isEqualTo("Role");
                    assertThat(Rendering.name(role)).isEqualTo("mesh-webhook");
                })
                .hasSize(EXTERNAL.contains(values) ? 0 : 1);
        assertThat(Stream.of("RoleBinding", "ClusterRoleBinding")
                        .flatMap(objects::ofKind)
                        .filter(binding -> binding.at("/roleRef/kind").asText().equals("Role")
                                && binding.at("/roleRef/name").asText().equals("mesh-webhook")))
                .allSatisfy(binding -> assertThat(binding.path("subjects").findValuesAsText("name"))
                        .containsExactly("mesh-webhook"));
        assertThat(objects.pods().flatMap(pod -> elements(pod.at("/spec/volumes"))))
                .noneMatch(volume -> volume.at("/secret/secretName").asText().equals("mesh-webhook-ca"));
    }

    private static boolean isOfSecrets(JsonNode rule) {
        return texts(rule.path("resources")).contains("secrets");
    }

    @ParameterizedTest
    @MethodSource("external")
    void othersCertificatesTakeNoRightOfTheWebhooks(String values) {
        var objects = Chart.renderCi(values);

        assertThat(elements(objects.one("ClusterRole", "mesh-webhook").path("rules")))
                .allSatisfy(rule -> {
                    assertThat(texts(rule.path("resources")))
                            .doesNotContain(
                                    "secrets",
                                    "mutatingwebhookconfigurations",
                                    "validatingwebhookconfigurations",
                                    "clusterroles");
                    assertThat(texts(rule.path("verbs"))).isSubsetOf("get", "list", "watch");
                });
        assertThat(objects.find("Role", "mesh-webhook")).isEmpty();
        assertThat(objects.find("RoleBinding", "mesh-webhook")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("external")
    void aSecretIsMountedAsAFolder(String values) {
        var pod = Chart.renderCi(values).one("Deployment", "mesh-webhook").at("/spec/template/spec");
        var container = pod.at("/containers/0");

        assertThat(variable(container, "LINKERD_MULTUS_CERTIFICATE_DIRECTORY")).isEqualTo(FOLDER);
        assertThat(elements(container.path("volumeMounts")))
                .filteredOn(mount -> mount.path("name").asText().equals("certificate"))
                .singleElement()
                .satisfies(mount -> {
                    assertThat(mount.path("mountPath").asText()).isEqualTo(FOLDER);
                    assertThat(mount.has("subPath")).isFalse();
                });
    }

    @Test
    void certManagerMakesAndInjects() {
        var objects = Chart.renderCi("certmanager-values.yaml");
        var certificate = objects.one("Certificate", "mesh-webhook").path("spec");

        assertThat(injection(objects).path("cert-manager.io/inject-ca-from").asText())
                .isEqualTo("mesh-system/mesh-webhook");
        assertThat(certificate.path("secretName").asText())
                .isEqualTo(secret(objects))
                .isEqualTo("mesh-webhook-certificate");
        assertThat(certificate.at("/issuerRef/kind").asText()).isEqualTo("ClusterIssuer");
        assertThat(texts(certificate.path("dnsNames"))).contains("mesh-webhook.mesh-system.svc");
        assertThat(webhook(objects).at("/clientConfig").has("caBundle")).isFalse();
    }

    @Test
    void aCertificateThatIsThereIsOnlyNamed() {
        var objects = Chart.render(Map.of(
                "webhook.certificates.source", "CertManager",
                "webhook.certificates.secretName", "tls",
                "webhook.certificates.certManager.certificate", "own"));

        assertThat(objects.ofKind("Certificate")).isEmpty();
        assertThat(injection(objects).path("cert-manager.io/inject-ca-from").asText())
                .isEqualTo("mesh-system/own");
        assertThat(secret(objects)).isEqualTo("tls");
    }

    @Test
    void serviceCaMakesAndInjects() {
        var objects = Chart.renderCi("serviceca-values.yaml");

        assertThat(injection(objects)
                        .path("service.beta.openshift.io/inject-cabundle")
                        .asText())
                .isEqualTo("true");
        assertThat(objects.one("Service", "mesh-webhook")
                        .at("/metadata/annotations/service.beta.openshift.io~1serving-cert-secret-name")
                        .asText())
                .isEqualTo(secret(objects));
        assertThat(objects.one("Service", "mesh-webhook-metrics")
                        .at("/metadata")
                        .has("annotations"))
                .isFalse();
    }

    @Test
    void aSecretsBundleIsToldToApiServerAndWebhook() {
        var objects = Chart.renderCi("secret-values.yaml");
        var told = variable(
                objects.one("Deployment", "mesh-webhook").at("/spec/template/spec/containers/0"),
                "LINKERD_MULTUS_CA_BUNDLE");

        assertThat(told).startsWith("-----BEGIN CERTIFICATE-----");
        assertThat(webhook(objects).at("/clientConfig/caBundle").asText())
                .isEqualTo(Base64.getEncoder().encodeToString(told.getBytes(StandardCharsets.UTF_8)));
        assertThat(secret(objects)).isEqualTo("webhook-tls");
    }

    @Test
    void aSecretsBundleCanBeLeftToOthers() {
        var objects = Chart.render(
                Map.of("webhook.certificates.source", "Secret", "webhook.certificates.secretName", "webhook-tls"));

        assertThat(webhook(objects).at("/clientConfig").has("caBundle")).isFalse();
        assertThat(injection(objects).properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("admissions.enforcer/disabled"); // of no injector
    }

    static Stream<Map<String, String>> sources() {
        return Stream.of(
                Map.of("webhook.certificates.source", "SelfIssued"),
                Map.of(
                        "webhook.certificates.source",
                        "CertManager",
                        "webhook.certificates.certManager.issuer.name",
                        "it"),
                Map.of("webhook.certificates.source", "ServiceCa", "global.platform", "openshift"),
                Map.of(
                        "webhook.certificates.source", "Secret",
                        "webhook.certificates.secretName", "webhook-tls",
                        "webhook.certificates.caBundle",
                                "-----BEGIN CERTIFICATE-----TUlJQg==-----END CERTIFICATE-----"));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void otherKindsAreJudgedByWhomeverPodsAreTrustedTo(Map<String, String> source) {
        var values = new HashMap<>(source);
        values.put("webhook.attachmentValidation", "enabled");
        var objects = Chart.render(values);
        for (var name : List.of("mesh-webhook-attachments", "mesh-webhook-linkerdconfigs")) {
            var validating = objects.one("ValidatingWebhookConfiguration", name);

            assertThat(validating.at("/metadata/annotations")).isEqualTo(injection(objects));
            assertThat(validating.at("/webhooks/0/clientConfig/caBundle"))
                    .isEqualTo(webhook(objects).at("/clientConfig/caBundle"));
            assertThat(validating.at("/webhooks/0/clientConfig/service/name"))
                    .isEqualTo(webhook(objects).at("/clientConfig/service/name"));
        }
        assertThat(objects.rules()
                        .anyMatch(rule -> texts(rule.path("resources")).contains("validatingwebhookconfigurations")))
                .isEqualTo(source.containsValue("SelfIssued"));
    }

    /** What is missing, as it is set, and what the refusal says. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "webhook.certificates.source=Secret;secretName: source Secret needs the name",
                "webhook.certificates.source=CertManager;needs issuer.name",
                "webhook.certificates.source=Vault;at '/certificates/source'",
                "webhook.certificates.caBundle=MIIB;at '/certificates/caBundle'",
                "webhook.certificates.certManager.duration=90d;at '/certificates/certManager/duration'",
            })
    void whatCannotWorkIsRefused(String line) {
        var parts = line.split("[=;]", 3);

        assertThatThrownBy(() -> Chart.render(Map.of(parts[0], parts[1])))
                .message()
                .contains(parts[2]);
    }

    @Test
    void serviceCaIsRefusedOutsideOfOpenShift() {
        assertThatThrownBy(() -> Chart.render(
                        Map.of("webhook.certificates.source", "ServiceCa", "global.platform", "kubernetes")))
                .message()
                .contains("ServiceCa is OpenShift's");
    }

    private static JsonNode injection(Rendering objects) {
        return objects.one("MutatingWebhookConfiguration", "zz-mesh-webhook").at("/metadata/annotations");
    }

    private static JsonNode webhook(Rendering objects) {
        return objects.one("MutatingWebhookConfiguration", "zz-mesh-webhook").at("/webhooks/0");
    }

    private static String secret(Rendering objects) {
        return elements(objects.one("Deployment", "mesh-webhook").at("/spec/template/spec/volumes"))
                .map(volume -> volume.at("/secret/secretName").asText())
                .filter(name -> !name.isEmpty())
                .findAny()
                .orElse("");
    }
}
