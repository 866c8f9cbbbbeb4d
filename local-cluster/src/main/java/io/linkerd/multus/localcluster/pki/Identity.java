// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;

/** A certificate with its EC private key, by which one party of a cluster is known. */
public record Identity(PrivateKey privateKey, X509Certificate certificate) {
    /** Returns the certificate as PEM text. */
    public String certificatePem() {
        return Pem.of(certificate);
    }

    /** Returns the private key as unencrypted PKCS #8 PEM text. */
    public String privateKeyPem() {
        return Pem.of(Pem.PRIVATE_KEY, privateKey);
    }

    /** Writes {@code name.crt}, and {@code name.key} for the owner's eyes only, into {@code directory}. */
    public IdentityFiles write(Path directory, String name) throws IOException {
        var files = new IdentityFiles(directory.resolve(name + ".crt"), directory.resolve(name + ".key"));
        Files.writeString(files.certificate(), certificatePem());
        Pem.writeSecret(files.privateKey(), privateKeyPem());
        return files;
    }

    /** Reads what {@link #write} wrote. */
    public static Identity read(Path directory, String name) throws IOException {
        var certificate = Pem.decode(Pem.CERTIFICATE, Files.readString(directory.resolve(name + ".crt")));
        var key = Pem.decode(Pem.PRIVATE_KEY, Files.readString(directory.resolve(name + ".key")));
        try {
            return new Identity(
                    KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)),
                    (X509Certificate) CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(certificate)));
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read the certificate and key " + name + " in " + directory, e);
        }
    }

    /** Leaves the key out. */
    @Override
    public String toString() {
        return "Identity[" + certificate.getSubjectX500Principal() + "]";
    }
}
