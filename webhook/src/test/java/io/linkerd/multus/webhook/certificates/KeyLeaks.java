// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds what is secret of keys in a text, in the shapes in which it could get there. */
final class KeyLeaks {
    /** So many bytes are no accident. */
    private static final int TELLING = 12;

    private final Set<String> needles;

    KeyLeaks(List<PrivateKey> keys) {
        needles = keys.stream().flatMap(KeyLeaks::needles).collect(Collectors.toUnmodifiableSet());
    }

    /** {@return where a key is in the text: the piece that gives it away} */
    Stream<String> in(String text) {
        var dense = text.replaceAll("\\s", "");
        var lower = dense.toLowerCase(Locale.ROOT);
        return Stream.concat(
                        needles.stream().filter(needle -> dense.contains(needle) || lower.contains(needle)),
                        Stream.of("PRIVATEKEY").filter(dense::contains))
                .distinct();
    }

    private static Stream<String> needles(PrivateKey key) {
        var number = secret(key);
        var bytes = number.toByteArray();
        var text = Base64.getEncoder().encodeToString(key.getEncoded());
        var middle = text.substring(text.length() / 3, text.length() / 3 + 4 * TELLING);
        return Stream.of(
                        base64(bytes),
                        // As data of a Secret it is text in Base64 once more.
                        base64(middle.getBytes(StandardCharsets.US_ASCII)),
                        Stream.of(
                                number.toString(),
                                HexFormat.of().formatHex(bytes, bytes.length - TELLING, bytes.length),
                                Arrays.toString(Arrays.copyOfRange(bytes, bytes.length - TELLING, bytes.length))
                                        .replaceAll("[\\[\\] ]", "")))
                .flatMap(needle -> needle);
    }

    private static BigInteger secret(PrivateKey key) {
        return switch (key) {
            case ECPrivateKey ec -> ec.getS();
            case RSAPrivateKey rsa -> rsa.getPrivateExponent();
            default -> throw new AssertionError("what is secret of " + key.getAlgorithm() + "?");
        };
    }

    /** Three bytes become four signs, so the same bytes look in one of three ways, wherever they begin. */
    private static Stream<String> base64(byte[] bytes) {
        return IntStream.range(0, 3)
                .mapToObj(offset -> Base64.getEncoder()
                        .encodeToString(Arrays.copyOfRange(bytes, 4 + offset, 4 + offset + TELLING)));
    }
}
