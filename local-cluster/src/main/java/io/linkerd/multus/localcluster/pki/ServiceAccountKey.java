// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivateKey;

/** The RSA key that signs and verifies the tokens of service accounts: who has the private half can do both. */
public final class ServiceAccountKey {
    private final PrivateKey key;

    private ServiceAccountKey(PrivateKey key) {
        this.key = key;
    }

    /** Makes a new key. */
    public static ServiceAccountKey create() {
        return new ServiceAccountKey(Keys.rsa().getPrivate());
    }

    /** Writes it as PKCS #8 PEM, for the owner's eyes only. */
    public void write(Path file) throws IOException {
        Pem.writeSecret(file, Pem.of(key));
    }
}
