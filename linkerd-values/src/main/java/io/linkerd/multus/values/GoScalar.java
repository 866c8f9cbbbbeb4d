// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.math.BigDecimal;
import java.math.BigInteger;

/** What go-yaml v2 has of a scalar, before encoding/json gets it. */
sealed interface GoScalar {

    /** From here on strconv's format 'g' writes an exponent, where it is asked for the fewest digits. */
    int FIRST_EXPONENT = 6;

    /** {@code nil}. */
    record Nil() implements GoScalar {}

    /** {@code bool}. */
    record Bool(boolean value) implements GoScalar {}

    /** {@code int} or {@code uint64}: what fits into neither is a {@link Real}. */
    record Whole(BigInteger value) implements GoScalar {}

    /** {@code float64}. */
    record Real(double value) implements GoScalar {}

    /** {@code string}. */
    record Text(String value) implements GoScalar {}

    /** {@return {@code strconv.FormatFloat(value, 'g', -1, 32)}: what sigs.k8s.io/yaml makes of a number where a string belongs} */
    static String asText(double value) {
        float single = (float) value;
        if (Float.isNaN(single)) {
            return "NaN";
        }
        if (Float.isInfinite(single)) {
            return single > 0 ? "+Inf" : "-Inf";
        }
        if (single == 0) {
            return 1 / single < 0 ? "-0" : "0";
        }
        var shortest = new BigDecimal(Float.toString(single)).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        return exponent < -4 || exponent >= FIRST_EXPONENT ? scientific(shortest, exponent) : shortest.toPlainString();
    }

    private static String scientific(BigDecimal value, int exponent) {
        var digits = value.unscaledValue().abs().toString();
        return (value.signum() < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }
}
