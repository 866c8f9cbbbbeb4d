// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.operator;

import static io.linkerd.multus.acceptance.operator.OperatorCluster.ADMISSION;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.CONFIG_VALIDATION;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.MULTUS;
import static io.linkerd.multus.acceptance.operator.OperatorCluster.VALIDATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a LinkerdMultus tells of namespaces and certificates, on a real API server. */
class OperatorStatusIT extends Operated {
    private static final int MANY = 300;
    private static final Pattern WRITES = Pattern.compile(
            "^apiserver_request_total\\{(?=.*resource=\"linkerdmultuses\")(?=.*subresource=\"status\").*} (\\S+)$",
            Pattern.MULTILINE);

    private void optIn(String namespace) throws IOException {
        cluster.apply("/api/v1/namespaces/" + namespace, SHOP);
    }

    private String summary() {
        return found(MULTUS).at("/status/namespaces/summary").asText();
    }

    private double writes() throws IOException {
        return WRITES.matcher(cluster.metrics())
                .results()
                .mapToDouble(line -> Double.parseDouble(line.group(1)))
                .sum();
    }

    @Test
    void saysHowManyNamespacesHaveWhatTheyAskFor() throws Exception {
        Surroundings.attachments(cluster);
        optIn("shop");
        optIn("books");
        bringUp("{}");
        until("both", () -> summary().equals("2/2"));

        optIn("taken");
        cluster.delete(ATTACHMENT.formatted("books"));
        cluster.apply("/api/v1/namespaces/theirs", "{apiVersion: v1, kind: Namespace}");
        cluster.apply(ATTACHMENT.formatted("theirs"), """
                {apiVersion: k8s.cni.cncf.io/v1, kind: NetworkAttachmentDefinition, spec: {config: "{}"}}
                """.strip());
        optIn("theirs");

        until("one of four is somebody else's", () -> summary().equals("3/4"));
        assertThat(found(MULTUS).at("/status/namespaces/blocked").asInt()).isEqualTo(1);
        assertThat(found(MULTUS).at("/status/namespaces/waiting").asInt()).isZero();
        assertThat(cluster.kubectl("get", "linkerdmultus", "--output=wide")).contains("NAMESPACES", " 3/4 ");

        cluster.edit(
                "/api/v1/namespaces/linkerd-cni/configmaps/linkerd-cni-config",
                "{\"data\": {\"cni_network_config\": \"no JSON\"}}");
        // Namespaces and ConfigMaps are watched apart: one that asks before the change is seen is served by what was
        // known.
        until(
                "the change is seen",
                () -> !events("linkerd-cni", "LinkerdCniConfigInvalid").isEmpty());
        optIn("late");
        until("one waits", () -> found(MULTUS).at("/status/namespaces/waiting").asInt() == 1);
    }

    /** A write for each would be thousands, while they are attached. */
    @Test
    void hundredsOfAttachmentsAtOnceAreToldOfTogether() throws Exception {
        Surroundings.attachments(cluster);
        bringUp("{}");
        until("all are counted", () -> summary().equals("0/0"));
        var before = writes();
        long begun = System.nanoTime();

        for (var number = 0; number < MANY; number++) {
            optIn("shop-" + number);
        }
        until("all are told of", () -> summary().equals(MANY + "/" + MANY));

        // The API server counts a request after it has answered it, when another may have been told already.
        until("they are counted", () -> writes() > before);
        // While namespaces go on to change, they are told of every ten seconds; that the webhook is out of reach is
        // told of once.
        int tens = Math.toIntExact(Duration.ofNanos(System.nanoTime() - begun).dividedBy(Duration.ofSeconds(10)));
        assertThat(writes() - before).isLessThanOrEqualTo(4 + tens);
    }

    @Test
    void saysUntilWhenTheWebhookIsTrusted() throws Exception {
        bringUp("{}");
        assertThat(found(MULTUS).at("/status/certificates").isMissingNode()).isTrue();
        var authority = new YAMLMapper()
                .readTree(cluster.kubeconfigOfAdministrator().toFile())
                .at("/clusters/0/cluster/certificate-authority-data")
                .asText();

        trust(ADMISSION, authority);
        trust(VALIDATION, authority);
        trust(CONFIG_VALIDATION, authority);

        var end = end(authority);
        until(
                "it says so",
                () -> found(MULTUS)
                        .at("/status/certificates/trustedUntil")
                        .asText()
                        .equals(end));
        assertThat(found(MULTUS).at("/status/certificates/authorities").asInt()).isEqualTo(1);
        assertThat(cluster.kubectl("get", "linkerdmultus", "--output=wide")).contains(end);
    }

    private void trust(String path, String authority) throws IOException {
        var webhooks = found(path).path("webhooks");
        webhooks.forEach(webhook -> ((ObjectNode) webhook.path("clientConfig")).put("caBundle", authority));
        cluster.edit(path, "{\"webhooks\": %s}".formatted(webhooks));
    }

    private static String end(String base64) throws CertificateException {
        var pem = new ByteArrayInputStream(Base64.getDecoder().decode(base64));
        return ((X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem))
                .getNotAfter()
                .toInstant()
                .toString();
    }
}
