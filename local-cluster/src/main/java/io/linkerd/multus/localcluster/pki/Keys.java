// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;

/** Makes the two kinds of keys that a cluster uses. */
final class Keys {
    /** What Kubernetes' own tools make for service accounts; larger ones only cost time. */
    private static final int RSA_BITS = 2048;

    private Keys() {}

    static KeyPair ellipticCurve() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has EC P-256", e);
        }
    }

    static KeyPair rsa() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(RSA_BITS);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has RSA", e);
        }
    }
}
