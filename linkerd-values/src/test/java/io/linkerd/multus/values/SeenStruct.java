// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Compares what Linkerd is said to see with a struct of Go's, which has all fields, those that were never set as well. */
final class SeenStruct {
    private SeenStruct() {}

    static boolean isSame(Optional<ValueTree> seen, ValueTree go, LinkerdType type) {
        var there = seen.filter(value -> !(value instanceof ValueTree.Nothing));
        return switch (type) {
            case LinkerdType.Struct(var _, var pointer)
            when pointer && there.isEmpty() -> go instanceof ValueTree.Nothing;
            case LinkerdType.Struct(var fields, var _) ->
                fields.entrySet().stream().allMatch(field -> isField(there, go, field.getKey(), field.getValue()));
            case LinkerdType.ListOf _, LinkerdType.MapOf _ when there.isEmpty() -> go instanceof ValueTree.Nothing;
            case LinkerdType.ListOf(var element) -> {
                var elements = elements(there.orElseThrow());
                var gos = elements(go);
                yield elements.size() == gos.size()
                        && IntStream.range(0, gos.size())
                                .allMatch(at -> isSame(Optional.of(elements.get(at)), gos.get(at), element));
            }
            case LinkerdType.MapOf(var value) -> {
                var gos = members(go);
                yield members(there.orElseThrow()).keySet().equals(gos.keySet())
                        && gos.entrySet().stream()
                                .allMatch(one ->
                                        isSame(there.get().at(ValuesPath.of(one.getKey())), one.getValue(), value));
            }
            case LinkerdType.Basic basic -> isBasic(there, go, basic);
        };
    }

    private static boolean isField(Optional<ValueTree> there, ValueTree go, String name, LinkerdType type) {
        var path = ValuesPath.of(name);
        var seen = there.flatMap(value -> value.at(path));
        return go.at(path)
                .map(one -> isSame(seen, one, type))
                .orElse(type == LinkerdType.Basic.EXACT_TEXT // of a struct that is not there
                        && seen.filter(value -> !(value instanceof ValueTree.Nothing))
                                .isEmpty());
    }

    private static List<ValueTree> elements(ValueTree value) {
        return value instanceof ValueTree.Elements(var elements) ? elements : List.of();
    }

    private static Map<String, ValueTree> members(ValueTree value) {
        return value instanceof ValueTree.Members(var members) ? members : Map.of();
    }

    private static boolean isBasic(Optional<ValueTree> there, ValueTree go, LinkerdType.Basic type) {
        if (there.isEmpty()) {
            return type.isZero(go);
        }
        return switch (type) {
            case FLOAT32 ->
                there.get() instanceof ValueTree.Number(var number)
                        && go instanceof ValueTree.Number(var other)
                        && Float.compare(number.floatValue(), other.floatValue()) == 0;
            case ANY -> rounded(there.get()).equals(rounded(go));
            case TEXT, EXACT_TEXT, FLAG, INT32, INT64, UINT, FLOAT64 ->
                there.get().equals(go);
        };
    }

    /** Numbers without a type are float64 to encoding/json. */
    private static ValueTree rounded(ValueTree value) {
        return switch (value) {
            case ValueTree.Number(var number) -> new ValueTree.Number(new BigDecimal(number.doubleValue()));
            case ValueTree.Elements(var elements) ->
                new ValueTree.Elements(
                        elements.stream().map(SeenStruct::rounded).toList());
            case ValueTree.Members(var members) -> {
                var all = new LinkedHashMap<String, ValueTree>();
                members.forEach((name, member) -> all.put(name, rounded(member)));
                yield new ValueTree.Members(all);
            }
            case ValueTree.Text _, ValueTree.Flag _, ValueTree.Nothing _ -> value;
        };
    }
}
