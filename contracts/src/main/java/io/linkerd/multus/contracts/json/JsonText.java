// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import io.linkerd.multus.contracts.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * A JSON text with the places of its values, so that it can be changed by splicing and is never written anew.
 *
 * @param text the text as it was found
 * @param root its only value
 */
public record JsonText(String text, JsonValue root) {

    private static final String BLANKS = " \t\r\n";

    /**
     * What is wrong with a text, before it is put into words with its line and column: to count lines takes as long as the text is, so
     * it is done for the few problems that are told.
     *
     * @param offset where it is, in characters
     */
    public record Problem(int offset, String words) {}

    /** {@return the text with its only value, or what is wrong with it, beginning with the place} */
    public static Result<JsonText> read(String text, JsonLimits limits) {
        try {
            return new Result.Ok<>(parse(text, limits));
        } catch (MalformedJson malformed) {
            return new Result.Not<>(malformed.reason());
        }
    }

    /**
     * {@return the text with its only value}
     *
     * @throws MalformedJson saying what is wrong, beginning with the place
     */
    public static JsonText parse(String text, JsonLimits limits) throws MalformedJson {
        return new JsonText(text, JsonValueReader.parse(text, limits));
    }

    /** {@return what is wrong with a text that is JSON, told as {@link #read} tells it} */
    public String problem(int offset, String words) {
        return JsonProblems.at(text, offset, words);
    }

    /** {@return a problem of this text, told as {@link #read} tells it} */
    public String problem(Problem problem) {
        return problem(problem.offset(), problem.words());
    }

    /** {@return the text with the edits made} What lies between them stays character for character. */
    public String with(List<JsonEdit> edits) {
        if (edits.isEmpty()) {
            return text; // which may be long, and is there already
        }
        var result = new StringBuilder(text.length());
        int kept = 0;
        for (var edit :
                edits.stream().sorted(Comparator.comparingInt(JsonEdit::start)).toList()) {
            result.append(text, kept, edit.start()).append(edit.text());
            kept = edit.end();
        }
        return result.append(text, kept, text.length()).toString();
    }

    /** {@return members appended in the style of the one before} The blanks in front of it stand in front of each new one. */
    public JsonEdit append(JsonValue.Members object, List<String> members) {
        if (object.members().isEmpty()) {
            return JsonEdit.insert(object.start() + 1, String.join(",", members));
        }
        var last = object.members().getLast();
        return append(last.start(), last.value().end(), members);
    }

    /** {@return an element appended in the style of the one before} */
    public JsonEdit append(JsonValue.Elements array, String element) {
        if (array.elements().isEmpty()) {
            return JsonEdit.insert(array.start() + 1, element);
        }
        var last = array.elements().getLast();
        return append(last.start(), last.end(), List.of(element));
    }

    /**
     * {@return the edits after which these elements of an array, and the commas beside them, are not there any more} What was
     * {@linkplain #append(JsonValue.Elements, String) appended} and is removed leaves the text as it was before.
     */
    public List<JsonEdit> remove(JsonValue.Elements array, Predicate<JsonValue> unwanted) {
        var elements = array.elements();
        var kept = elements.stream().filter(unwanted.negate()).toList();
        if (kept.size() == elements.size()) {
            return List.of();
        }
        if (kept.isEmpty()) {
            return List.of(
                    new JsonEdit(elements.getFirst().start(), elements.getLast().end(), ""));
        }
        var edits = new ArrayList<JsonEdit>();
        edits.add(new JsonEdit(elements.getFirst().start(), kept.getFirst().start(), ""));
        for (int at = elements.indexOf(kept.getFirst()); at < elements.size(); at++) {
            if (unwanted.test(elements.get(at))) {
                edits.add(new JsonEdit(
                        elements.get(at - 1).end(), elements.get(at).end(), ""));
            }
        }
        return edits;
    }

    /** {@return a value as it is written} */
    public String written(JsonValue value) {
        return text.substring(value.start(), value.end());
    }

    private JsonEdit append(int lastStart, int lastEnd, List<String> items) {
        int blanks = lastStart;
        while (BLANKS.indexOf(text.charAt(blanks - 1)) >= 0) {
            blanks--;
        }
        var separator = "," + text.substring(blanks, lastStart);
        return JsonEdit.insert(lastEnd, separator + String.join(separator, items));
    }
}
