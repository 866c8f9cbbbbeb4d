// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MountedFolderTest {
    private final ForeignAuthority authority = new ForeignAuthority("w.ns.svc", Duration.ofDays(90), Instant.now());
    private final Leaf leaf = authority.leaf();

    @TempDir
    Path folder;

    /** How a key is written, and by whom. */
    record Form(String name, String algorithm, Writer writer) {
        interface Writer {
            String pem(KeyPair keys) throws IOException;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Form> forms() {
        return Stream.of(
                new Form(
                        "PKCS#8, RSA",
                        "RSA",
                        keys -> pem("PRIVATE KEY", keys.getPrivate().getEncoded())),
                new Form(
                        "PKCS#1, as cert-manager and service-ca write it",
                        "RSA",
                        keys -> pem("RSA PRIVATE KEY", bare(keys))),
                new Form(
                        "PKCS#8, EC",
                        "EC",
                        keys -> pem("PRIVATE KEY", keys.getPrivate().getEncoded())),
                new Form("SEC 1, without a curve", "EC", keys -> pem("EC PRIVATE KEY", bare(keys))),
                new Form("SEC 1, as Go writes it", "EC", keys -> pem("EC PRIVATE KEY", sec1(keys))),
                new Form(
                        "SEC 1, as OpenSSL writes it",
                        "EC",
                        keys -> "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
                                + pem("EC PRIVATE KEY", sec1(keys))),
                new Form(
                        "PKCS#8, Ed25519",
                        "Ed25519",
                        keys -> pem("PRIVATE KEY", keys.getPrivate().getEncoded())));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void readsKeysAsOthersWriteThem(Form form) throws Exception {
        var generator = KeyPairGenerator.getInstance(form.algorithm());
        switch (form.algorithm()) {
            case "EC" -> generator.initialize(256);
            case "RSA" -> generator.initialize(2048);
            default -> {}
        }
        var keys = generator.generateKeyPair();
        write("tls.crt", new String(Pem.of(List.of(selfSigned(keys))), StandardCharsets.US_ASCII));
        write("tls.key", form.writer().pem(keys));

        assertThat(certificate().leaf().isOf(certificate().key())).isTrue();
    }

    @Test
    void putsTheChainInOrderAndLeavesStrangersOut() throws IOException {
        var stranger = new ForeignAuthority("x", Duration.ofDays(1), Instant.now());
        write("tls.crt", text(Pem.of(List.of(leaf.certificate(), stranger.leaf().authority(), leaf.authority()))));
        write("tls.key", text(Pem.of(leaf.key())));

        var read = certificate();

        assertThat(read.chain()).containsExactly(leaf.certificate(), leaf.authority());
        assertThat(read.authority()).contains(leaf.authority());
        assertThat(read.trusted()).containsExactly(leaf.authority());
    }

    @Test
    void trustsWhomTheSecretSays() throws IOException {
        for (var file : authority.secret().entrySet()) {
            write(file.getKey(), text(file.getValue()));
        }

        assertThat(certificate().trusted()).containsExactly(leaf.authority());
        assertThat(certificate().authority()).contains(leaf.authority());
    }

    @Test
    void readsTheVersionThatTheLinkLeadsTo() throws IOException {
        var version = Files.createDirectory(folder.resolve("..version"));
        Files.createSymbolicLink(folder.resolve("..data"), version.getFileName());
        Files.write(version.resolve("tls.crt"), Pem.of(List.of(leaf.certificate())));
        Files.write(version.resolve("tls.key"), Pem.of(leaf.key()));

        assertThat(certificate().leaf()).isEqualTo(leaf.certificate());
    }

    @Test
    void saysWhatIsMissingOrWrong() throws IOException {
        assertThat(problem()).contains("tls.crt does not exist");
        write("tls.crt", "half a certif");
        write("tls.key", text(Pem.of(authority.leaf().key())));
        assertThat(problem()).isEqualTo("tls.crt holds no certificate that can be read");
        write("tls.crt", text(Pem.of(List.of(leaf.certificate()))));
        assertThat(problem()).isEqualTo("tls.key does not belong to tls.crt");
        write("tls.key", text(Pem.of(leaf.key())).substring(0, 100));
        assertThat(problem()).isEqualTo("tls.key holds no private key that could belong to tls.crt");
        Files.delete(folder.resolve("tls.key"));
        assertThat(problem()).contains("tls.key does not exist");
    }

    /** It counted as none, and whoever has an end of the chain to trust then was ready by that. */
    @Test
    void brokenAuthoritiesAreNotNone() throws IOException {
        write("tls.crt", text(Pem.of(List.of(leaf.certificate()))));
        write("tls.key", text(Pem.of(leaf.key())));
        write("ca.crt", text(authority.bundle()) + text(authority.bundle()).replaceAll("\\R[^-]{40}", "\n"));

        assertThat(problem()).isEqualTo("ca.crt holds no certificates, or one that cannot be read");

        write("ca.crt", "\n");
        assertThat(certificate().authorities()).isEmpty();
    }

    private MountedCertificate certificate() {
        return switch (new MountedFolder(folder).read()) {
            case Result.Ok<MountedCertificate>(var read) -> read;
            case Result.Not<MountedCertificate>(var reason) -> throw new AssertionError(reason);
        };
    }

    private String problem() {
        return switch (new MountedFolder(folder).read()) {
            case Result.Ok<MountedCertificate>(var read) -> throw new AssertionError(read);
            case Result.Not<MountedCertificate>(var reason) -> reason;
        };
    }

    private void write(String file, String content) throws IOException {
        Files.writeString(folder.resolve(file), content);
    }

    private static String text(byte[] pem) {
        return new String(pem, StandardCharsets.US_ASCII);
    }

    private static X509 selfSigned(KeyPair keys) throws Exception {
        var name = new X500Name("CN=w");
        var now = Instant.now();
        var signer = new JcaContentSignerBuilder(
                        switch (keys.getPrivate().getAlgorithm()) {
                            case "RSA" -> "SHA256withRSA";
                            case "EC" -> "SHA256withECDSA";
                            default -> "Ed25519";
                        })
                .build(keys.getPrivate());
        return new X509(new JcaX509CertificateConverter()
                .getCertificate(new JcaX509v3CertificateBuilder(
                                name,
                                BigInteger.ONE,
                                Date.from(now),
                                Date.from(now.plusSeconds(60)),
                                name,
                                keys.getPublic())
                        .build(signer)));
    }

    private static byte[] bare(KeyPair keys) throws IOException {
        return PrivateKeyInfo.getInstance(keys.getPrivate().getEncoded())
                .parsePrivateKey()
                .toASN1Primitive()
                .getEncoded();
    }

    private static byte[] sec1(KeyPair keys) throws IOException {
        var publicKey = SubjectPublicKeyInfo.getInstance(keys.getPublic().getEncoded());
        return new org.bouncycastle.asn1.sec.ECPrivateKey(
                        256,
                        ((ECPrivateKey) keys.getPrivate()).getS(),
                        new DERBitString(publicKey.getPublicKeyData().getBytes()),
                        publicKey.getAlgorithm().getParameters())
                .getEncoded();
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + kind + "-----\n";
    }
}
