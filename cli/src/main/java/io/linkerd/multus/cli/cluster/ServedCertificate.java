// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.Secret;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.contracts.certificates.PemBundle;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * What the webhook shows to API servers, by the public part of its Secret: the certificate that it serves, or where it makes its own
 * the one that signs these.
 *
 * @param namespace of the webhook
 * @param secret as {@code NAMESPACE/NAME}
 * @param chain the certificate, and those that others gave beside it
 */
record ServedCertificate(String namespace, String secret, List<X509Certificate> chain) {
    private static final String PREFIX = "LINKERD_MULTUS_";
    private static final String SELF_ISSUED = "SelfIssued";

    /** {@return that of a webhook; empty where it has none, or this user may not see its Secret} */
    static Optional<ServedCertificate> of(Cluster cluster, WorkloadView webhook) {
        var namespace = webhook.namespace();
        boolean own = webhook.environment()
                .getOrDefault(PREFIX + "CERTIFICATE_SOURCE", SELF_ISSUED)
                .equals(SELF_ISSUED);
        var name =
                own ? Optional.ofNullable(webhook.environment().get(PREFIX + "CA_SECRET")) : mounted(cluster, webhook);
        return name.flatMap(secret -> cluster.ask(
                        "get secrets in namespace " + namespace,
                        () -> Kinds.one(cluster.client().secrets(), namespace, secret)
                                .map(found -> certificates(found, own ? "ca.crt" : "tls.crt")))
                .seen()
                .filter(chain -> !chain.isEmpty())
                .map(chain -> new ServedCertificate(namespace, namespace + "/" + secret, chain)));
    }

    private static Optional<String> mounted(Cluster cluster, WorkloadView webhook) {
        return cluster.ask(
                        "get deployments in namespace " + webhook.namespace(),
                        () -> Kinds.one(cluster.client().apps().deployments(), webhook.namespace(), webhook.name())
                                .flatMap(found -> found.getSpec().getTemplate().getSpec().getVolumes().stream()
                                        .filter(volume ->
                                                "certificate".equals(volume.getName()) && volume.getSecret() != null)
                                        .map(volume -> volume.getSecret().getSecretName())
                                        .findFirst()))
                .seen();
    }

    /** Of the Secret nothing else is looked at. */
    private static List<X509Certificate> certificates(Secret secret, String key) {
        return Optional.ofNullable(secret.getData())
                .map(data -> data.get(key))
                .map(ServedCertificate::certificates)
                .orElse(List.of());
    }

    /** {@return the certificates of a text in PEM, by its Base64} */
    static List<X509Certificate> certificates(String base64) {
        try {
            var text = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
            return PemBundle.read(text).certificates().stream()
                    .flatMap(block -> block.certificate().stream())
                    .toList();
        } catch (IllegalArgumentException _) {
            return List.of();
        }
    }

    /** {@return whether API servers that trust those believe it, as far as signatures go} */
    boolean isVerifiedBy(List<X509Certificate> trusted) {
        var known = new ArrayList<>(trusted);
        var others = new ArrayList<>(chain);
        // Each round verifies one more of the chain, or none is left that could be.
        while (!isKnown(chain.getFirst(), known)) {
            var next = others.stream().filter(one -> isKnown(one, known)).findFirst();
            if (next.isEmpty()) {
                return false;
            }
            known.add(next.get());
            others.remove(next.get());
        }
        return true;
    }

    private static boolean isKnown(X509Certificate one, List<X509Certificate> known) {
        return known.stream().anyMatch(issuer -> issuer.equals(one) || signed(issuer, one));
    }

    private static boolean signed(X509Certificate issuer, X509Certificate one) {
        try {
            if (!issuer.getSubjectX500Principal().equals(one.getIssuerX500Principal())) {
                return false;
            }
            one.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }
}
