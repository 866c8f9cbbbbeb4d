// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The type and value of a scalar as go-yaml v2 resolves it: go.yaml.in/yaml/v2, {@code resolve.go}. */
final class GoScalars {
    private static final String STANDARD = "tag:yaml.org,2002:";
    private static final String BINARY = STANDARD + "binary";
    private static final String STRING = STANDARD + "str";
    private static final String TIMESTAMP = STANDARD + "timestamp";
    private static final Set<String> RESOLVED =
            Set.of("", STRING, STANDARD + "bool", STANDARD + "int", STANDARD + "float", STANDARD + "null", TIMESTAMP);

    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern POINTED = Pattern.compile("\\.[0-9]+([eE][-+]?[0-9]+)?");
    private static final Pattern WHOLE = Pattern.compile("([-+]?)(0[xX]|0[bB]|0[oO]|0)?([0-9A-Fa-f]+)");
    private static final Pattern TIME = Pattern.compile("([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
            + "([Tt](CLOCK)(Z|[-+][0-9]{2}:[0-9]{2})| (CLOCK))?"
                    .replace("CLOCK", "(?:[01]?[0-9]|2[0-3]):[0-5]?[0-9]:[0-5]?[0-9](?:[.,][0-9]+)?"));
    /** Longer digits are no number of 64 bits, and no float either. */
    private static final int LONGEST_NUMBER = 2000;

    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private static final Map<String, GoScalar> WORDS = words();

    private GoScalars() {}

    /** {@return what a scalar is} */
    static GoScalar resolve(YamlNode.Scalar scalar) throws MalformedYaml {
        var value = scalar.value();
        if (scalar.tag().equals(BINARY)) {
            return new GoScalar.Text(decoded(scalar));
        }
        if ((scalar.tag().isEmpty() && !scalar.implicit())
                || scalar.tag().equals(STRING)
                || !RESOLVED.contains(scalar.tag())) {
            return new GoScalar.Text(value);
        }
        var resolved = resolve(value);
        return scalar.tag().isEmpty() ? resolved : as(scalar, resolved);
    }

    /** {@return what a plain scalar is} */
    static GoScalar resolve(String plain) {
        var word = WORDS.get(plain);
        if (word != null) {
            return word;
        }
        char first = plain.charAt(0);
        if (first == '.') {
            return POINTED.matcher(plain).matches()
                    ? real(plain).orElse(new GoScalar.Text(plain))
                    : new GoScalar.Text(plain);
        }
        return ('0' <= first && first <= '9') || first == '+' || first == '-'
                ? number(plain).orElse(new GoScalar.Text(plain))
                : new GoScalar.Text(plain);
    }

    private static Optional<GoScalar> number(String written) {
        var plain = written.replace("_", "");
        if (plain.length() > LONGEST_NUMBER) {
            return Optional.empty();
        }
        return whole(plain).or(() -> FLOAT.matcher(plain).matches() ? real(plain) : Optional.empty());
    }

    private static Optional<GoScalar> whole(String plain) {
        var parts = WHOLE.matcher(plain);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int base = switch (parts.group(2) == null ? "" : parts.group(2).toLowerCase(Locale.ROOT)) {
            case "0x" -> 16;
            case "0b" -> 2;
            case "0o", "0" -> 8;
            default -> 10;
        };
        var digits = parts.group(3);
        if (digits.chars().anyMatch(digit -> Character.digit(digit, base) < 0)) {
            return Optional.empty();
        }
        var value = new BigInteger(parts.group(1).equals("-") ? "-" + digits : digits, base);
        boolean fits = value.compareTo(LEAST) >= 0 && value.compareTo(MOST) <= 0;
        boolean signed = !parts.group(1).isEmpty();
        return fits && !(signed && value.bitLength() > 63) ? Optional.of(new GoScalar.Whole(value)) : Optional.empty();
    }

    /** What is out of range is no number for strconv. */
    private static Optional<GoScalar> real(String plain) {
        double value = Double.parseDouble(plain);
        return Double.isInfinite(value) ? Optional.empty() : Optional.of(new GoScalar.Real(value));
    }

    private static GoScalar as(YamlNode.Scalar scalar, GoScalar resolved) throws MalformedYaml {
        var asked = scalar.tag().substring(STANDARD.length());
        boolean holds = switch (resolved) {
            case GoScalar.Nil _ -> asked.equals("null");
            case GoScalar.Bool _ -> asked.equals("bool");
            case GoScalar.Whole _ -> asked.equals("int") || asked.equals("float");
            case GoScalar.Real _ -> asked.equals("float");
            case GoScalar.Text _ -> asked.equals("timestamp") && isTime(scalar.value());
        };
        if (!holds) {
            throw new MalformedYaml(scalar.place().line(), "cannot decode this as a !!" + asked);
        }
        return asked.equals("float") && resolved instanceof GoScalar.Whole(var value)
                ? new GoScalar.Real(value.doubleValue())
                : resolved;
    }

    /** {@return whether it is one of the forms that go-yaml has for a time} */
    private static boolean isTime(String text) {
        var time = TIME.matcher(text);
        return time.matches()
                && isDay(
                        Integer.parseInt(time.group(1)),
                        Integer.parseInt(time.group(2)),
                        Integer.parseInt(time.group(3)));
    }

    private static boolean isDay(int year, int month, int day) {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        int last = switch (month) {
            case 1, 3, 5, 7, 8, 10, 12 -> 31;
            case 4, 6, 9, 11 -> 30;
            case 2 -> leap ? 29 : 28;
            default -> 0;
        };
        return 1 <= day && day <= last;
    }

    private static String decoded(YamlNode.Scalar scalar) throws MalformedYaml {
        try {
            var digits = scalar.value().replace("\r", "").replace("\n", "");
            if (digits.length() % 4 != 0) { // Java takes digits without the padding
                throw new IllegalArgumentException();
            }
            return new String(Base64.getDecoder().decode(digits), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new MalformedYaml(scalar.place().line(), "!!binary value contains invalid base64 data");
        }
    }

    private static Map<String, GoScalar> words() {
        var words = new HashMap<String, GoScalar>();
        put(words, new GoScalar.Bool(true), "y Y yes Yes YES true True TRUE on On ON");
        put(words, new GoScalar.Bool(false), "n N no No NO false False FALSE off Off OFF");
        put(words, new GoScalar.Nil(), "~ null Null NULL");
        put(words, new GoScalar.Real(Double.NaN), ".nan .NaN .NAN");
        put(words, new GoScalar.Real(Double.POSITIVE_INFINITY), ".inf .Inf .INF +.inf +.Inf +.INF");
        put(words, new GoScalar.Real(Double.NEGATIVE_INFINITY), "-.inf -.Inf -.INF");
        words.put("", new GoScalar.Nil());
        return Map.copyOf(words);
    }

    private static void put(Map<String, GoScalar> words, GoScalar value, String spellings) {
        for (var spelling : spellings.split(" ", -1)) {
            words.put(spelling, value);
        }
    }
}
