// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;

/** The RSA key that signs and verifies the tokens of service accounts. */
public final class ServiceAccountKey {
    private final KeyPair keys;

    private ServiceAccountKey(KeyPair keys) {
        this.keys = keys;
    }

    /** Makes a new key. */
    public static ServiceAccountKey create() {
        return new ServiceAccountKey(Keys.rsa());
    }

    /** Returns the signing key as PKCS #8 PEM; the API server and the controller manager also verify with this file. */
    public String privateKeyPem() {
        return Pem.of(Pem.PRIVATE_KEY, keys.getPrivate());
    }

    /** Returns the verifying key as PEM, for those who may not sign. */
    public String publicKeyPem() {
        return Pem.of(Pem.PUBLIC_KEY, keys.getPublic());
    }

    /** Writes the signing key, for the owner's eyes only. */
    public void write(Path file) throws IOException {
        Pem.writeSecret(file, privateKeyPem());
    }
}
