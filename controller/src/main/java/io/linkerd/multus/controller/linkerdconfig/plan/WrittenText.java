// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.contracts.Sha256;

/**
 * The text that was written last, and how far it is verified. It is recorded before the write, so that the next leader continues the verification
 * where one ends in between.
 *
 * @param digest of the text, which may hold secrets; empty where none was written
 * @param verification how far it is verified
 */
public record WrittenText(String digest, VerificationStatus verification) {
    /** None was written. */
    public static final WrittenText NONE = new WrittenText("", VerificationStatus.NONE);

    /** So many hexadecimal digits tell texts of one ConfigMap apart. */
    private static final int DIGITS = 32;

    /** {@return the record of a text that is about to be written} */
    static WrittenText waiting(String text) {
        return new WrittenText(digest(text), VerificationStatus.WAITING);
    }

    /** {@return whether that text is the written one} */
    public boolean isOf(String text) {
        return !digest.isEmpty() && digest.equals(digest(text));
    }

    /** {@return the digest of a text, in hexadecimal digits} */
    public static String digest(String text) {
        return Sha256.of(text).substring(0, DIGITS);
    }
}
