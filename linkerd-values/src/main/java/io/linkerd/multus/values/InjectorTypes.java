// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Whether encoding/json decodes values into Linkerd's struct: one value of another type is enough, and none is decoded. */
final class InjectorTypes {
    private static final BigDecimal MOST_SINGLE = new BigDecimal(Float.toString(Float.MAX_VALUE));

    private InjectorTypes() {}

    /** A value of another type than its field, and the type that it should have. */
    record Misfit(ValuesPath path, String expected) {}

    /** {@return the first value that does not fit; members by the order of their names} */
    static Optional<Misfit> find(ValueTree values, LinkerdType type) {
        return values instanceof ValueTree.Members(var members)
                ? within(Optional.empty(), members, type)
                : Optional.empty();
    }

    private static Optional<Misfit> within(
            Optional<ValuesPath> path, Map<String, ValueTree> members, LinkerdType type) {
        return new TreeMap<>(members)
                .entrySet().stream()
                        .flatMap(member -> {
                            var name = member.getKey();
                            var at = path.map(around -> around.member(name)).orElseGet(() -> ValuesPath.of(name));
                            return misfit(at, member.getValue(), type.member(name)).stream();
                        })
                        .findFirst();
    }

    private static Optional<Misfit> misfit(ValuesPath path, ValueTree value, LinkerdType type) {
        if (value instanceof ValueTree.Nothing || type == LinkerdType.Basic.ANY) {
            return Optional.empty();
        }
        return switch (type) {
            case LinkerdType.ListOf(var element) ->
                value instanceof ValueTree.Elements(var elements)
                        ? elements.stream()
                                .flatMap(one -> misfit(path, one, element).stream())
                                .findFirst()
                        : Optional.of(new Misfit(path, "a list"));
            case LinkerdType.MapOf _, LinkerdType.Struct _ ->
                value instanceof ValueTree.Members(var members)
                        ? within(Optional.of(path), members, type)
                        : Optional.of(new Misfit(path, "a mapping"));
            case LinkerdType.Basic basic ->
                fits(value, basic) ? Optional.empty() : Optional.of(new Misfit(path, expected(basic)));
        };
    }

    private static boolean fits(ValueTree value, LinkerdType.Basic type) {
        return switch (type) {
            case TEXT, EXACT_TEXT -> value instanceof ValueTree.Text;
            case FLAG -> value instanceof ValueTree.Flag;
            case INT32 -> isWhole(value, -1L << 31, BigInteger.valueOf(Integer.MAX_VALUE));
            case INT64 -> isWhole(value, Long.MIN_VALUE, BigInteger.valueOf(Long.MAX_VALUE));
            case UINT -> isWhole(value, 0, BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE));
            case FLOAT32 ->
                value instanceof ValueTree.Number(var number) && number.abs().compareTo(MOST_SINGLE) <= 0;
            case FLOAT64 -> value instanceof ValueTree.Number;
            case ANY -> true;
        };
    }

    private static boolean isWhole(ValueTree value, long least, BigInteger most) {
        return value instanceof ValueTree.Number(var number)
                && number.scale() <= 0
                && number.compareTo(BigDecimal.valueOf(least)) >= 0
                && number.compareTo(new BigDecimal(most)) <= 0;
    }

    private static String expected(LinkerdType.Basic type) {
        return switch (type) {
            case TEXT, EXACT_TEXT -> "a string";
            case FLAG -> "true or false";
            case INT32 -> "a whole number of 32 bits";
            case INT64 -> "a whole number of 64 bits";
            case UINT -> "a whole number that is not negative";
            case FLOAT32, FLOAT64 -> "a number";
            case ANY -> "anything";
        };
    }
}
