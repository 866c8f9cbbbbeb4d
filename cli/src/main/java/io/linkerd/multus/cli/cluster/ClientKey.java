// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.client.Config;
import io.linkerd.multus.contracts.certificates.PemBundle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** The private key of a kubeconfig. The client takes one in PKCS#8 for RSA's, unless it is told. */
final class ClientKey {
    private static final String EC_LABEL = "EC PRIVATE KEY";
    private static final String EC = "EC";

    /** id-ecPublicKey (RFC 5480), as DER has it. */
    private static final byte[] ID_EC = {0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01};

    /** Before it are the headers of two sequences and a version (RFC 5958). */
    private static final int FURTHEST = 16;

    private ClientKey() {}

    /** Tells the client of which kind the key is, where there is one. */
    static void describe(Config config) {
        text(config).flatMap(ClientKey::algorithm).ifPresent(config::setClientKeyAlgo);
    }

    private static Optional<String> text(Config config) {
        try {
            if (config.getClientKeyData() != null) {
                return Optional.of(
                        new String(Base64.getDecoder().decode(config.getClientKeyData()), StandardCharsets.UTF_8));
            }
            return config.getClientKeyFile() == null
                    ? Optional.empty()
                    : Optional.of(Files.readString(Path.of(config.getClientKeyFile())));
        } catch (IOException | IllegalArgumentException _) {
            // The client says what is wrong with it.
            return Optional.empty();
        }
    }

    /** {@return the algorithm of a key in PEM, by the client's names; empty where that is the client's usual one, or none that it knows} */
    static Optional<String> algorithm(String pem) {
        return PemBundle.read(pem).blocks().stream()
                .filter(block ->
                        block.label().equals(EC_LABEL) || isEc(block.base64().orElse("")))
                .map(_ -> EC)
                .findFirst();
    }

    private static boolean isEc(String base64) {
        try {
            var der = Base64.getDecoder().decode(base64);
            for (int at = 0; at <= FURTHEST && at + ID_EC.length <= der.length; at++) {
                if (Arrays.equals(der, at, at + ID_EC.length, ID_EC, 0, ID_EC.length)) {
                    return true;
                }
            }
            return false;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
