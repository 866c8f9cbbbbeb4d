// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/**
 * Signs every certificate of one cluster: the API server's, the nodes' and those by which components and people are known.
 *
 * <p>All keys are EC P-256, all certificates are valid from an hour ago (clocks of containers may be behind) for one year.
 */
public final class ClusterAuthority {
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);
    private static final Duration LIFETIME = Duration.ofDays(365);
    /** The most that RFC 5280 4.1.2.2 leaves: 20 octets, of which the sign takes one bit. */
    private static final int SERIAL_BITS = 159;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Identity identity;
    private final InstantSource clock;

    private ClusterAuthority(Identity identity, InstantSource clock) {
        this.identity = identity;
        this.clock = clock;
    }

    /** Makes a self-signed authority whose subject is {@code commonName}. */
    public static ClusterAuthority create(String commonName, InstantSource clock) {
        var keys = Keys.ellipticCurve();
        var name = subject(commonName, List.of());
        var builder = builder(name, name, keys.getPublic(), clock.instant());
        try {
            var extensions = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, extensions.createSubjectKeyIdentifier(keys.getPublic()));
        } catch (CertIOException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot describe the authority " + commonName, e);
        }
        return new ClusterAuthority(new Identity(keys.getPrivate(), sign(builder, keys)), clock);
    }

    /** Returns the authority's own certificate and key, as the controller manager needs them to sign requests. */
    public Identity identity() {
        return identity;
    }

    /** Returns what has to be trusted to trust everything that is issued here. */
    public X509Certificate certificate() {
        return identity.certificate();
    }

    /** Issues a client certificate; Kubernetes reads the common name as the user and each organization as a group. */
    public Identity issueClient(String user, String... groups) {
        var name = subject(user, List.of(groups));
        return issue(name, new GeneralNames(new GeneralName[0]), KeyPurposeId.id_kp_clientAuth);
    }

    /**
     * Issues a serving certificate that is good for all of {@code hosts}, each a DNS name or an IP address.
     *
     * @param organizations the subject's organizations, which a kubelet's certificate has to carry ({@code system:nodes})
     */
    public Identity issueServer(String commonName, List<String> hosts, String... organizations) {
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException("a serving certificate needs at least one host: " + commonName);
        }
        var names = hosts.stream().map(ClusterAuthority::host).toArray(GeneralName[]::new);
        return issue(
                subject(commonName, List.of(organizations)), new GeneralNames(names), KeyPurposeId.id_kp_serverAuth);
    }

    private Identity issue(X500Name subject, GeneralNames hosts, KeyPurposeId purpose) {
        var keys = Keys.ellipticCurve();
        var authority = identity.certificate();
        var issuer = X500Name.getInstance(authority.getSubjectX500Principal().getEncoded());
        var builder = builder(issuer, subject, keys.getPublic(), clock.instant());
        try {
            var extensions = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
            builder.addExtension(
                    Extension.authorityKeyIdentifier, false, extensions.createAuthorityKeyIdentifier(authority));
            if (hosts.getNames().length > 0) {
                builder.addExtension(Extension.subjectAlternativeName, false, hosts);
            }
        } catch (CertIOException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot describe the certificate of " + subject, e);
        }
        return new Identity(
                keys.getPrivate(), sign(builder, new KeyPair(authority.getPublicKey(), identity.privateKey())));
    }

    private static X509v3CertificateBuilder builder(X500Name issuer, X500Name subject, PublicKey key, Instant now) {
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(SERIAL_BITS, RANDOM),
                Date.from(now.minus(CLOCK_SKEW)),
                Date.from(now.plus(LIFETIME)),
                subject,
                key);
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, KeyPair signer) {
        try {
            var content = new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate());
            var certificate = new JcaX509CertificateConverter().getCertificate(builder.build(content));
            certificate.verify(signer.getPublic());
            return certificate;
        } catch (OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign a certificate", e);
        }
    }

    private static X500Name subject(String commonName, List<String> organizations) {
        var name = new X500NameBuilder(BCStyle.INSTANCE);
        organizations.forEach(organization -> name.addRDN(BCStyle.O, organization));
        return name.addRDN(BCStyle.CN, commonName).build();
    }

    private static GeneralName host(String host) {
        return new GeneralName(IPAddress.isValid(host) ? GeneralName.iPAddress : GeneralName.dNSName, host);
    }
}
