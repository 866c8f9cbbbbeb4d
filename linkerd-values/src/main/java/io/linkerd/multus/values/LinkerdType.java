// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import io.linkerd.multus.contracts.GoText;
import java.util.Map;
import java.util.Optional;

/** A Go type in Linkerd's struct of values. */
sealed interface LinkerdType {

    /** A type without members. */
    enum Basic implements LinkerdType {
        /** {@code string}, for which sigs.k8s.io/yaml writes numbers and bools as text. */
        TEXT,
        /** {@code string} of an embedded struct: numbers and bools stay what they are, and are refused. */
        EXACT_TEXT,
        FLAG,
        INT32,
        INT64,
        UINT,
        FLOAT32,
        FLOAT64,
        /** {@code interface{}}, or what the struct has no field for. */
        ANY
    }

    /**
     * A struct.
     *
     * @param pointer whether it is one to a struct, which may be nil
     */
    record Struct(Map<String, LinkerdType> fields, boolean pointer) implements LinkerdType {
        public Struct {
            fields = Map.copyOf(fields);
        }

        /** {@return the field that encoding/json decodes a key into: the one of its name, else one that differs in case only} */
        Optional<String> field(String key) {
            return fields.containsKey(key)
                    ? Optional.of(key)
                    : fields.keySet().stream()
                            .filter(field -> GoText.isKey(key, field))
                            .sorted()
                            .findFirst();
        }
    }

    /** A slice. */
    record ListOf(LinkerdType element) implements LinkerdType {}

    /** A map from strings. */
    record MapOf(LinkerdType value) implements LinkerdType {}

    /** {@return the type of a member} */
    default LinkerdType member(String key) {
        return switch (this) {
            case Struct struct -> struct.field(key).map(struct.fields()::get).orElse(Basic.ANY);
            case MapOf(var value) -> value;
            case ListOf _, Basic _ -> Basic.ANY;
        };
    }

    /** {@return the type of an element} */
    default LinkerdType element() {
        return this instanceof ListOf(var element) ? element : Basic.ANY;
    }

    /** {@return the name that the struct has for a key, else the key} */
    default String name(String key) {
        return this instanceof Struct struct ? struct.field(key).orElse(key) : key;
    }

    /** {@return the type of what is at a path below this} */
    default LinkerdType at(ValuesPath path) {
        LinkerdType type = this;
        for (var name : path.names()) {
            type = type.member(name);
        }
        return type;
    }

    /** {@return whether a field that was never set has this value} */
    default boolean isZero(ValueTree value) {
        return switch (value) {
            case ValueTree.Nothing _ -> true;
            case ValueTree.Text(var text) -> text.isEmpty() && (this == Basic.TEXT || this == Basic.EXACT_TEXT);
            case ValueTree.Flag(var flag) -> !flag && this == Basic.FLAG;
            case ValueTree.Number(var number) -> number.signum() == 0 && isNumber();
            case ValueTree.Elements(var elements) -> elements.isEmpty() && this instanceof ListOf;
            case ValueTree.Members(var members) ->
                members.isEmpty()
                        && (this instanceof MapOf || (this instanceof Struct(var _, var pointer) && !pointer));
        };
    }

    private boolean isNumber() {
        return this == Basic.INT32
                || this == Basic.INT64
                || this == Basic.UINT
                || this == Basic.FLOAT32
                || this == Basic.FLOAT64;
    }
}
