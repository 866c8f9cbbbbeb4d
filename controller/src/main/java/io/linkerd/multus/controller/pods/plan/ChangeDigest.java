// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

import io.linkerd.multus.contracts.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        var all = facts.entrySet().stream()
                .flatMap(fact -> Stream.of(fact.getKey(), fact.getValue()))
                .map(ChangeDigest::withLength)
                .collect(Collectors.joining());
        return new ChangeDigest(Sha256.of(all).substring(0, LENGTH));
    }

    /** {@return a different digest, for the same change made a second time} */
    public ChangeDigest again() {
        return new ChangeDigest(Sha256.of(text + " again").substring(0, LENGTH));
    }

    /** So no text runs into the next. */
    private static String withLength(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length + ":" + text;
    }
}
