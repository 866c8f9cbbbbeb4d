// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.values.ValueTree;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Quantities of Kubernetes, such as 100m and 250Mi. */
final class Amounts {
    private static final Pattern QUANTITY =
            Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{0,9})?|\\.[0-9]{1,9})(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?");
    private static final int LONGEST_PLAIN = 30;

    private static final Map<String, BigDecimal> FACTORS = Map.ofEntries(
            Map.entry("m", BigDecimal.ONE.movePointLeft(3)),
            Map.entry("k", BigDecimal.TEN.pow(3)),
            Map.entry("M", BigDecimal.TEN.pow(6)),
            Map.entry("G", BigDecimal.TEN.pow(9)),
            Map.entry("T", BigDecimal.TEN.pow(12)),
            Map.entry("P", BigDecimal.TEN.pow(15)),
            Map.entry("E", BigDecimal.TEN.pow(18)),
            Map.entry("Ki", BigDecimal.TWO.pow(10)),
            Map.entry("Mi", BigDecimal.TWO.pow(20)),
            Map.entry("Gi", BigDecimal.TWO.pow(30)),
            Map.entry("Ti", BigDecimal.TWO.pow(40)),
            Map.entry("Pi", BigDecimal.TWO.pow(50)),
            Map.entry("Ei", BigDecimal.TWO.pow(60)));

    private Amounts() {}

    /** {@return how much it is; empty where it is no quantity} */
    static Optional<BigDecimal> read(ValueTree value) {
        return switch (value) {
            case ValueTree.Text(var text) -> read(text);
            case ValueTree.Number(var number) -> read(text(number));
            case ValueTree.Members _, ValueTree.Elements _, ValueTree.Flag _, ValueTree.Nothing _ -> Optional.empty();
        };
    }

    private static Optional<BigDecimal> read(String text) {
        var quantity = QUANTITY.matcher(text);
        return quantity.matches()
                ? Optional.of(new BigDecimal(quantity.group(1))
                        .multiply(
                                quantity.group(2) == null
                                        ? BigDecimal.ONE
                                        : FACTORS.getOrDefault(quantity.group(2), BigDecimal.ONE)))
                : Optional.empty();
    }

    /** {@return a number without an exponent, unless it is absurdly long then} */
    static String text(BigDecimal number) {
        return Math.abs(number.scale()) <= LONGEST_PLAIN ? number.toPlainString() : number.toString();
    }
}
