// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.linkerdconfig;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The text that was written last, and how far Linkerd's injectors have been asked about it. It is remembered before the write, so a leader that
 * ends in the middle is followed by one that asks on.
 *
 * @param digest of the text, which may hold secrets; empty where none was written
 * @param verification how far
 */
public record AskedText(String digest, Verification verification) {
    /** None was written. */
    public static final AskedText NONE = new AskedText("", Verification.NONE);

    /** So many bytes tell texts of one ConfigMap apart. */
    private static final int DIGEST_BYTES = 16;

    /** {@return one that is about to be written} */
    static AskedText waiting(String text) {
        return new AskedText(digest(text), Verification.WAITING);
    }

    /** {@return whether it is about that text} */
    public boolean isOf(String text) {
        return !digest.isEmpty() && digest.equals(digest(text));
    }

    /** {@return the digest of a text, in hexadecimal digits} */
    public static String digest(String text) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
