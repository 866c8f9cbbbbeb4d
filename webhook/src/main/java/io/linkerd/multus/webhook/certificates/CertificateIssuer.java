// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes keys (EC P-256) and certificates with BouncyCastle; knows nothing of when or why. */
final class CertificateIssuer {
    /** RFC 5280 4.1.2.2 allows 20 octets of a positive number; CAs have to fill at least 64 bits at random, ours 159. */
    private static final int SERIAL_BITS = 159;

    private static final String SUBJECT = "CN=linkerd-multus webhook CA ";

    private final CertificatePolicy policy;
    private final List<String> dnsNames;
    private final SecureRandom random = new SecureRandom();

    CertificateIssuer(CertificatePolicy policy, List<String> dnsNames) {
        this.policy = policy;
        this.dnsNames = List.copyOf(dnsNames);
    }

    /** {@return whether an authority calls itself as those do that are made here} */
    static boolean isOurs(X509 authority) {
        return authority.parsed().getSubjectX500Principal().getName().startsWith(SUBJECT);
    }

    /** {@return an authority with a key and a subject that no other has had, so that old and new are never mistaken} */
    Authority authority(Instant now) {
        try {
            var keys = keys();
            var serial = serial();
            var subject = new X500Name(SUBJECT + HexFormat.of().formatHex(serial.toByteArray(), 0, 8));
            var end = now.plus(policy.authorityLifetime());
            var builder = new JcaX509v3CertificateBuilder(
                            subject, serial, begin(now), Date.from(end), subject, keys.getPublic())
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(keys.getPublic()));
            return new Authority(signed(builder, keys, keys.getPrivate()), keys.getPrivate());
        } catch (GeneralSecurityException | IOException | OperatorCreationException impossible) {
            throw new IllegalStateException("this Java cannot make a certificate authority", impossible);
        }
    }

    /** {@return a serving certificate for the Service's names, which never outlives its authority} */
    Leaf leaf(Authority authority, Instant now) {
        try {
            var keys = keys();
            var issuer = authority.certificate().parsed();
            var issuerName =
                    X500Name.getInstance(issuer.getSubjectX500Principal().getEncoded());
            var subject = new X500Name("CN=linkerd-multus webhook");
            var builder = new JcaX509v3CertificateBuilder(
                            issuerName, serial(), begin(now), leafEnd(authority, now), subject, keys.getPublic())
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(
                            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                    .addExtension(Extension.subjectAlternativeName, false, names())
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(issuer));
            return new Leaf(signed(builder, keys, authority.key()), keys.getPrivate(), authority.certificate());
        } catch (GeneralSecurityException | IOException | OperatorCreationException impossible) {
            throw new IllegalStateException("this Java cannot make a serving certificate", impossible);
        }
    }

    /**
     * {@return what nobody trusts, for the time before there is a leaf: the port must never speak without TLS} It signs itself, which is
     * half the work of one that is signed, and work at a start. Its key is for certificates alone ({@code keyUsage} without
     * {@code digitalSignature}), so BoringSSL ends each handshake with {@code internal_error} until there is a leaf.
     */
    Leaf placeholder(Instant now) {
        var itself = authority(now);
        return new Leaf(itself.certificate(), itself.key(), itself.certificate());
    }

    private static X509 signed(X509v3CertificateBuilder builder, KeyPair keys, PrivateKey by)
            throws OperatorCreationException, GeneralSecurityException, IOException {
        builder.addExtension(
                Extension.subjectKeyIdentifier,
                false,
                new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(by);
        return new X509(new JcaX509CertificateConverter().getCertificate(builder.build(signer)));
    }

    private KeyPair keys() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    private BigInteger serial() {
        return new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS - 1);
    }

    private GeneralNames names() {
        return new GeneralNames(dnsNames.stream()
                .map(name -> new GeneralName(GeneralName.dNSName, name))
                .toArray(GeneralName[]::new));
    }

    private Date begin(Instant now) {
        return Date.from(now.minus(policy.backdating()));
    }

    private Date leafEnd(Authority authority, Instant now) {
        var end = now.plus(policy.leafLifetime());
        var last = authority.certificate().notAfter();
        return Date.from(end.isBefore(last) ? end : last);
    }
}
