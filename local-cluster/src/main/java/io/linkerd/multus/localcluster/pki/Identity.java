// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** A certificate with its EC private key, by which one party of a cluster is known. */
public record Identity(PrivateKey privateKey, X509Certificate certificate) {
    /** {@return the certificate as PEM text} */
    public String certificatePem() {
        return Pem.of(certificate);
    }

    /** {@return the private key as unencrypted PKCS #8 PEM text} */
    public String privateKeyPem() {
        return Pem.of(privateKey);
    }

    /** Writes {@code name.crt}, and {@code name.key} for the owner's eyes only, into {@code directory}. */
    public void write(Path directory, String name) throws IOException {
        Files.writeString(directory.resolve(name + ".crt"), certificatePem());
        Pem.writeSecret(directory.resolve(name + ".key"), privateKeyPem());
    }

    /** Leaves the key out. */
    @Override
    public String toString() {
        return "Identity[" + certificate.getSubjectX500Principal() + "]";
    }
}
