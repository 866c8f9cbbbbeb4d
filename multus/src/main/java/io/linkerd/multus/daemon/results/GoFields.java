// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.json.MalformedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The fields of an object as Go decodes them into a struct: keys in any case, of a doubled one the last, null for absence. A value of another type
 * is an error; what no field is there for is passed over.
 *
 * @param place of the object, for messages; empty for the document
 */
public record GoFields(JsonValue.Members object, String place) {

    /** Decodes one element, or one field. */
    @FunctionalInterface
    public interface Decoding<T> {
        T from(GoFields fields) throws MalformedJson;
    }

    /** {@return the fields of a value that is an object} */
    public static GoFields of(JsonValue value, String place) throws MalformedJson {
        if (value instanceof JsonValue.Members members) {
            return new GoFields(members, place);
        }
        throw new MalformedJson((place.isEmpty() ? "the result" : place) + " is no object");
    }

    /** {@return a text; empty where there is none} */
    public String text(String field) throws MalformedJson {
        return last(field, JsonValue.Text.class, "text")
                .map(JsonValue.Text::value)
                .orElse("");
    }

    /** {@return a whole number, if there is one} */
    public OptionalLong number(String field) throws MalformedJson {
        var number = last(field, JsonValue.Whole.class, "whole number");
        return number.isPresent() ? OptionalLong.of(number.get().value()) : OptionalLong.empty();
    }

    /** {@return the texts of a list, in which null stands for an empty one} */
    public List<String> texts(String field) throws MalformedJson {
        var texts = new ArrayList<String>();
        for (var element : elements(field)) {
            switch (element) {
                case JsonValue.Text text -> texts.add(text.value());
                case JsonValue.Null _ -> texts.add("");
                case JsonValue.Members _, JsonValue.Elements _, JsonValue.Whole _, JsonValue.Other _ ->
                    throw new MalformedJson(at(field) + "[" + texts.size() + "] is no text");
            }
        }
        return texts;
    }

    /** {@return the objects of a list, each decoded} */
    public <T> List<T> list(String field, Decoding<T> decoding) throws MalformedJson {
        var decoded = new ArrayList<T>();
        for (var element : elements(field)) {
            decoded.add(decoding.from(of(element, at(field) + "[" + decoded.size() + "]")));
        }
        return decoded;
    }

    /** {@return an object that is decoded, if there is one} */
    public <T> Optional<T> object(String field, Decoding<T> decoding) throws MalformedJson {
        var found = last(field, JsonValue.Members.class, "object");
        return found.isPresent() ? Optional.of(decoding.from(new GoFields(found.get(), at(field)))) : Optional.empty();
    }

    IpAddress address(String field) throws MalformedJson {
        return IpAddress.parse(text(field)).orElseThrow(() -> new MalformedJson(at(field) + " is no IP address"));
    }

    /** {@return a prefix} Go knows it absent, but neither null nor empty. */
    IpPrefix prefix(String field) throws MalformedJson {
        return object.goMembers(field).findAny().isEmpty()
                ? IpPrefix.NONE
                : IpPrefix.parse(text(field))
                        .orElseThrow(() -> new MalformedJson(at(field) + " is no IP address with a length"));
    }

    private List<JsonValue> elements(String field) throws MalformedJson {
        return last(field, JsonValue.Elements.class, "list")
                .map(JsonValue.Elements::elements)
                .orElse(List.of());
    }

    private <T extends JsonValue> Optional<T> last(String field, Class<T> type, String inWords) throws MalformedJson {
        var last = Optional.<T>empty();
        for (var member : object.goMembers(field).toList()) {
            if (type.isInstance(member.value())) {
                last = Optional.of(type.cast(member.value()));
            } else if (!(member.value() instanceof JsonValue.Null)) {
                throw new MalformedJson(at(field) + " is no " + inWords);
            }
        }
        return last;
    }

    private String at(String field) {
        return place.isEmpty() ? field : place + "." + field;
    }
}
