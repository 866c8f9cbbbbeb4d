// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests by SHA-256, in 64 hexadecimal digits; who needs a shorter one takes its first digits. */
public final class Sha256 {
    private Sha256() {}

    /** {@return the digest of a text in UTF-8} */
    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** {@return the digest of these bytes} */
    public static String of(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java lacks SHA-256, which each has to have", e);
        }
    }
}
