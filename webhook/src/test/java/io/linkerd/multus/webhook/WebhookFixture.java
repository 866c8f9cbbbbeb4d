// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.fakeapi.FreePort;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import io.linkerd.multus.webhook.settings.CertificateSource;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** A whole webhook in this process, with its own API server, as the chart would install it. */
final class WebhookFixture implements AutoCloseable {
    static final String SECRET = "/api/v1/namespaces/linkerd-multus/secrets/linkerd-multus-webhook-ca";
    static final String CONFIGURATION =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-linkerd-multus-webhook";
    static final String ATTACHMENTS =
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/linkerd-multus-webhook-attachments";
    static final String LINKERD_CONFIGS =
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/linkerd-multus-webhook-linkerdconfigs";
    static final String ROLE = "/apis/rbac.authorization.k8s.io/v1/clusterroles/linkerd-multus-webhook";

    final FakeApiServer api = FakeApiServer.plain();
    final int httpsPort = FreePort.find();
    final int healthPort = FreePort.find();
    final RunningWebhook webhook;
    private final HttpClient http = HttpClient.newHttpClient();

    WebhookFixture(CertificatePolicy policy) {
        this(policy, CertificateSource.selfIssued());
    }

    WebhookFixture(CertificatePolicy policy, CertificateSource certificates) {
        prepare(api);
        System.setProperty("kubernetes.client.kube-config-path", kubeconfig(api).toString());
        var settings = settings(certificates, httpsPort, healthPort);
        webhook = WebhookApplication.start(settings, policy, Clocks.ofTheSystem());
    }

    /** What the chart sets, but for the ports. */
    static WebhookSettings settings(CertificateSource certificates, int httpsPort, int healthPort) {
        return new WebhookSettings(
                "webhook-0",
                "linkerd-multus",
                "linkerd-multus",
                "linkerd-multus-webhook",
                "zz-linkerd-multus-webhook",
                List.of("linkerd-multus-webhook-linkerdconfigs", "linkerd-multus-webhook-attachments"),
                "linkerd-multus-webhook-ca",
                certificates,
                true,
                Optional.of("linkerd-multus-webhook"),
                PodRules.STANDARD,
                httpsPort,
                healthPort);
    }

    /** The client library does not look for a cluster of this machine's where it is given a file. */
    static Path kubeconfig(FakeApiServer api) {
        try {
            return Files.writeString(Path.of("target", "api-" + api.port() + ".kubeconfig"), """
                    apiVersion: v1
                    kind: Config
                    clusters: [{name: fake, cluster: {server: "%s"}}]
                    contexts: [{name: fake, context: {cluster: fake}}]
                    current-context: fake
                    """.formatted(api.url()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the chart installs, and two namespaces. */
    static void prepare(FakeApiServer api) {
        api.put(ROLE, "{}");
        api.put(
                CONFIGURATION,
                "{webhooks: [{name: 'pods.multus.linkerd.io', sideEffects: 'None', admissionReviewVersions: ['v1'],"
                        + " clientConfig: {service: {name: 'linkerd-multus-webhook', namespace: 'linkerd-multus'}}},"
                        + " {name: 'reach.multus.linkerd.io', sideEffects: 'None', admissionReviewVersions: ['v1'],"
                        + " failurePolicy: 'Ignore',"
                        + " clientConfig: {service: {name: 'linkerd-multus-webhook', namespace: 'linkerd-multus'}}}]}");
        api.put(ATTACHMENTS, validating("network-attachment-definitions.multus.linkerd.io"));
        api.put(LINKERD_CONFIGS, validating("linkerdconfigs.multus.linkerd.io"));
        namespace(api, "linkerd-multus", "");
        namespace(api, "shop", "'linkerd.io/multus': 'enabled', 'openshift.io/sa.scc.uid-range': '1000660000/10000'");
    }

    private static String validating(String webhook) {
        return "{webhooks: [{name: '" + webhook
                + "', sideEffects: 'None', admissionReviewVersions: ['v1'], failurePolicy: 'Ignore',"
                + " clientConfig: {service: {name: 'linkerd-multus-webhook', namespace: 'linkerd-multus'}}}]}";
    }

    void namespace(String name, String annotations) {
        namespace(api, name, annotations);
    }

    private static void namespace(FakeApiServer api, String name, String annotations) {
        api.put("/api/v1/namespaces/" + name, "{metadata: {annotations: {" + annotations + "}}}");
    }

    WebhookFixture ready() {
        await().atMost(Duration.ofSeconds(60)).until(() -> get("/readyz").statusCode() == 200);
        return this;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + healthPort + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    byte[] caBundle() {
        return caBundle(api);
    }

    static byte[] caBundle(FakeApiServer api) {
        var encoded = clientConfig(api.get(CONFIGURATION).orElseThrow()).path("caBundle");
        return Base64.getDecoder().decode(encoded.asText());
    }

    static ObjectNode clientConfig(ObjectNode configuration) {
        return (ObjectNode) configuration.at("/webhooks/0/clientConfig");
    }

    TlsClient connect() throws IOException, GeneralSecurityException {
        return new TlsClient(httpsPort, caBundle());
    }

    static byte[] review(String namespace, String podMetadata) {
        return ("{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"request\":{\"uid\":\"u-1\",\"operation\":\"CREATE\","
                        + "\"resource\":{\"group\":\"\",\"version\":\"v1\",\"resource\":\"pods\"},\"namespace\":\""
                        + namespace
                        + "\",\"object\":{\"metadata\":" + podMetadata
                        + ",\"spec\":{\"initContainers\":[{\"name\":\"linkerd-proxy\","
                        + "\"securityContext\":{\"runAsUser\":2102}}],\"containers\":[{\"name\":\"app\"}]}}}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        webhook.close();
        api.close();
        http.close();
    }
}
