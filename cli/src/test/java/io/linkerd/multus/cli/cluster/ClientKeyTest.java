// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class ClientKeyTest {
    /** A kubeconfig with such a key was refused: "An error has occurred." */
    @Test
    void knowsAKeyOfACurveInPkcs8() throws NoSuchAlgorithmException {
        assertThat(ClientKey.algorithm(pkcs8("EC"))).hasValue("EC");
        assertThat(ClientKey.algorithm(pkcs8("RSA"))).isEmpty();
    }

    @Test
    void knowsAKeyOfACurveByItsLabel() {
        assertThat(ClientKey.algorithm("-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----"))
                .hasValue("EC");
        assertThat(ClientKey.algorithm("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----"))
                .isEmpty();
        assertThat(ClientKey.algorithm("-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----"))
                .isEmpty();
        assertThat(ClientKey.algorithm("")).isEmpty();
    }

    private static String pkcs8(String algorithm) throws NoSuchAlgorithmException {
        var key = KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();
        return "-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }
}
