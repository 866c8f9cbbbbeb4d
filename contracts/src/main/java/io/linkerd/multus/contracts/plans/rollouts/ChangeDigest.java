// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.rollouts;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;

/**
 * One change: all that decides what a new pod of a namespace gets, in a few characters. It is made of what the API server holds, never of
 * what a dry run answers, which alternates between replicas of the injector for a while: a digest that went back and forth would restart
 * workloads twice.
 *
 * @param text 16 hexadecimal digits
 */
public record ChangeDigest(String text) {
    private static final int LENGTH = 16;

    /**
     * {@return the digest of facts}
     *
     * @param facts by name, such as the values in a form that does not depend on how they are written, the fingerprints of the trust
     *     anchors, the injector's image, and the annotations and the range of user ids of the namespace
     */
    public static ChangeDigest of(SortedMap<String, String> facts) {
        var sha256 = sha256();
        facts.forEach((name, value) -> {
            update(sha256, name);
            update(sha256, value);
        });
        return new ChangeDigest(HexFormat.of().formatHex(sha256.digest()).substring(0, LENGTH));
    }

    /** With its length before it, no text runs into the next. */
    private static void update(MessageDigest sha256, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        sha256.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        sha256.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java lacks SHA-256, which each has to have", e);
        }
    }
}
