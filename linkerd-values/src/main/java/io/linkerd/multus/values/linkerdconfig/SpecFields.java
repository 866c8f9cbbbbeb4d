// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.values.ValueTree;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A section of a spec, read field by field. What is absent, null or an empty text is not said.
 *
 * @param members what is in it
 * @param place its name for a person
 * @param problems takes what is wrong
 */
record SpecFields(ValueTree.Members members, String place, List<FieldProblem> problems) {
    private static final ValueTree NOTHING = new ValueTree.Nothing();
    private static final ValueTree.Members NONE = ValueTree.Members.of(Map.of());

    /** {@return what is at these names, one below the other; null's value where nothing is} */
    static ValueTree at(ValueTree.Members members, List<String> names) {
        ValueTree found = members;
        for (var name : names) {
            found = found instanceof ValueTree.Members(var below) ? below.getOrDefault(name, NOTHING) : NOTHING;
        }
        return found;
    }

    /** {@return whether it says nothing} */
    static boolean isEmpty(ValueTree value) {
        return switch (value) {
            case ValueTree.Nothing _ -> true;
            case ValueTree.Text(var text) -> text.isEmpty();
            case ValueTree.Members _, ValueTree.Elements _, ValueTree.Number _, ValueTree.Flag _ -> false;
        };
    }

    /** {@return a section of this one, empty where it is not there} */
    SpecFields section(String name) {
        return new SpecFields(
                read(
                                name,
                                "an object",
                                value -> value instanceof ValueTree.Members found
                                        ? Optional.of(found)
                                        : Optional.<ValueTree.Members>empty())
                        .orElse(NONE),
                place + "." + name,
                problems);
    }

    /** {@return whether something is said} */
    boolean has(String name) {
        return !isEmpty(at(members, List.of(name)));
    }

    Optional<String> text(String name) {
        return read(
                name,
                "a text",
                value -> value instanceof ValueTree.Text(var text) ? Optional.of(text) : Optional.empty());
    }

    boolean flag(String name) {
        return this.<Boolean>read(
                        name,
                        "true or false",
                        value -> value instanceof ValueTree.Flag(var flag) ? Optional.of(flag) : Optional.empty())
                .orElse(false);
    }

    /** {@return the number, or {@code preset} where there is none} */
    int count(String name, int preset, int highest) {
        return read(
                        name,
                        "a whole number from 1 to " + highest,
                        value -> value instanceof ValueTree.Number(var number)
                                        && number.scale() <= 0
                                        && number.compareTo(BigDecimal.ONE) >= 0
                                        && number.compareTo(BigDecimal.valueOf(highest)) <= 0
                                ? Optional.of(number.intValueExact())
                                : Optional.empty())
                .orElse(preset);
    }

    <T> Optional<T> read(String name, String kind, Function<ValueTree, Optional<T>> reading) {
        var value = at(members, List.of(name));
        if (isEmpty(value)) {
            return Optional.empty();
        }
        var found = reading.apply(value);
        if (found.isEmpty()) {
            problem(name, "has to be " + kind + ", and is " + Words.of(value));
        }
        return found;
    }

    void problem(String name, String words) {
        problems.add(new FieldProblem(place + "." + name, words));
    }
}
