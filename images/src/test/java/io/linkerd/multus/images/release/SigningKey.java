// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.bcpg.sig.KeyFlags;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyRingGenerator;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.operator.jcajce.JcaPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.jcajce.JcaPGPDigestCalculatorProviderBuilder;
import org.bouncycastle.openpgp.operator.jcajce.JcaPGPKeyPair;
import org.bouncycastle.openpgp.operator.jcajce.JcePBESecretKeyEncryptorBuilder;

/**
 * A key for one test, as GnuPG exports keys.
 *
 * @param name of who signs
 * @param secret the keyring that signs
 * @param trusted the keyring of who checks
 */
record SigningKey(String name, Path secret, Path trusted) {
    private static final int BITS = 2048;

    /** Makes one without a passphrase. */
    static SigningKey make(String name, Path folder) throws IOException {
        try {
            var provider = new BouncyCastleProvider();
            var generator = KeyPairGenerator.getInstance("RSA", provider);
            generator.initialize(BITS, new SecureRandom());
            var pair = new JcaPGPKeyPair(
                    PublicKeyPacket.VERSION_4,
                    PublicKeyAlgorithmTags.RSA_GENERAL,
                    generator.generateKeyPair(),
                    Date.from(Instant.now()));
            var digests = new JcaPGPDigestCalculatorProviderBuilder().build();
            // Helm takes no signature of a key that does not say what it is for.
            var uses = new PGPSignatureSubpacketGenerator();
            uses.setKeyFlags(false, KeyFlags.CERTIFY_OTHER | KeyFlags.SIGN_DATA);
            var rings = new PGPKeyRingGenerator(
                    PGPSignature.POSITIVE_CERTIFICATION,
                    pair,
                    name,
                    digests.get(HashAlgorithmTags.SHA1),
                    uses.generate(),
                    null,
                    new JcaPGPContentSignerBuilder(PublicKeyAlgorithmTags.RSA_GENERAL, HashAlgorithmTags.SHA256),
                    new JcePBESecretKeyEncryptorBuilder(0).setProvider(provider).build(new char[0]));
            return new SigningKey(
                    name,
                    Files.write(
                            folder.resolve("secret.gpg"),
                            rings.generateSecretKeyRing().getEncoded()),
                    Files.write(
                            folder.resolve("trusted.gpg"),
                            rings.generatePublicKeyRing().getEncoded()));
        } catch (GeneralSecurityException | PGPException e) {
            throw new IOException("cannot make a key", e);
        }
    }
}
