// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
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
final class CertificateForge {
    /** RFC 5280 4.1.2.2 allows 20 octets of a positive number; CAs have to fill at least 64 bits at random, ours 159. */
    private static final int SERIAL_BITS = 159;

    private final CertificatePolicy policy;
    private final List<String> dnsNames;
    private final SecureRandom random = new SecureRandom();

    CertificateForge(CertificatePolicy policy, List<String> dnsNames) {
        this.policy = policy;
        this.dnsNames = List.copyOf(dnsNames);
    }

    /** Makes an authority with a key and a subject that no other has had, so that old and new are never mistaken. */
    Authority authority(Instant now) {
        try {
            KeyPair keys = keys();
            BigInteger serial = serial();
            var subject = new X500Name(
                    "CN=linkerd-multus webhook CA " + HexFormat.of().formatHex(serial.toByteArray(), 0, 8));
            var extensions = new JcaX509ExtensionUtils();
            var builder = new JcaX509v3CertificateBuilder(
                            subject,
                            serial,
                            begin(now),
                            date(now.plus(policy.authorityLifetime())),
                            subject,
                            keys.getPublic())
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
                    .addExtension(
                            Extension.subjectKeyIdentifier,
                            false,
                            extensions.createSubjectKeyIdentifier(keys.getPublic()))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            extensions.createAuthorityKeyIdentifier(keys.getPublic()));
            return new Authority(signed(builder, keys.getPrivate()), keys.getPrivate());
        } catch (GeneralSecurityException | IOException | OperatorCreationException impossible) {
            throw new IllegalStateException("this Java cannot make a certificate authority", impossible);
        }
    }

    /** Makes a serving certificate for the Service's names, which never outlives its authority. */
    Leaf leaf(Authority authority, Instant now) {
        try {
            KeyPair keys = keys();
            X509Certificate issuer = authority.certified().certificate();
            Instant end = now.plus(policy.leafLifetime());
            Instant last = authority.certified().notAfter();
            var extensions = new JcaX509ExtensionUtils();
            var builder = new JcaX509v3CertificateBuilder(
                            X500Name.getInstance(
                                    issuer.getSubjectX500Principal().getEncoded()),
                            serial(),
                            begin(now),
                            date(end.isBefore(last) ? end : last),
                            new X500Name("CN=linkerd-multus webhook"),
                            keys.getPublic())
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(
                            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                    .addExtension(Extension.subjectAlternativeName, false, names())
                    .addExtension(
                            Extension.subjectKeyIdentifier,
                            false,
                            extensions.createSubjectKeyIdentifier(keys.getPublic()))
                    .addExtension(
                            Extension.authorityKeyIdentifier, false, extensions.createAuthorityKeyIdentifier(issuer));
            return new Leaf(signed(builder, authority.key()), keys.getPrivate(), authority.certified());
        } catch (GeneralSecurityException | IOException | OperatorCreationException impossible) {
            throw new IllegalStateException("this Java cannot make a serving certificate", impossible);
        }
    }

    private static Certified signed(X509v3CertificateBuilder builder, PrivateKey key)
            throws OperatorCreationException, GeneralSecurityException {
        var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(key);
        return new Certified(new JcaX509CertificateConverter().getCertificate(builder.build(signer)));
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
        return date(now.minus(policy.backdating()));
    }

    private static Date date(Instant instant) {
        return Date.from(instant);
    }
}
