// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import io.linkerd.multus.contracts.GoText;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** A place in a text in which a mistake is sought: passes over one word or text of JSON at a time, and says what is here instead of one. */
final class JsonCursor {
    private static final int LONGEST_WORD = 40;
    private static final Set<String> LITERALS = Set.of("true", "false", "null");
    private static final Pattern NUMBER =
            Pattern.compile("-?+(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?+(?:[eE][-+]?+[0-9]++)?+");

    /** What a word is that is no value, by the first that fits. */
    private static final Map<Pattern, String> OTHER_WORDS = otherWords();

    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private final String text;
    private int at;

    JsonCursor(String text) {
        this.text = text;
    }

    private static Map<Pattern, String> otherWords() {
        var words = new LinkedHashMap<Pattern, String>();
        words.put(Pattern.compile("(?i)true|false|null"), ", which JSON has in lower case only");
        words.put(Pattern.compile("(?i)[-+]?(?:nan|inf|infinity)"), ", and JSON has no such number");
        words.put(Pattern.compile("-?0[0-9].*+"), ", a number that begins with a zero too many");
        words.put(Pattern.compile("-?[0-9]++\\.(?:[eE].*+)?"), ", a number without a digit after its point");
        words.put(Pattern.compile("-?\\.[0-9].*+"), ", a number without a digit before its point");
        words.put(Pattern.compile("\\+[0-9].*+"), ", a number with a plus sign");
        words.put(Pattern.compile("-?[0-9.]++[eE][-+]?"), ", a number without a digit in its exponent");
        words.put(Pattern.compile("-"), ", and no digit after it");
        words.put(Pattern.compile("[-+.]*+[0-9].*+"), ", which is no number of JSON");
        words.put(Pattern.compile(".++"), ", where a value is expected: a text needs double quotes");
        return words;
    }

    int at() {
        return at;
    }

    boolean isAtEnd() {
        return at == text.length();
    }

    boolean isHere(char character) {
        return !isAtEnd() && text.charAt(at) == character;
    }

    boolean isHere(String characters) {
        return text.startsWith(characters, at);
    }

    /** Passes over a character, if it is here. */
    boolean passes(char character) {
        boolean isHere = isHere(character);
        at += isHere ? 1 : 0;
        return isHere;
    }

    void blanks() {
        while (!isAtEnd() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** Passes over a number, true, false or null; false where no word is. */
    boolean passesWord() throws MalformedJson {
        var word = text.substring(at, wordEnd());
        if (LITERALS.contains(word) || NUMBER.matcher(word).matches()) {
            at += word.length();
            return true;
        }
        for (var other : OTHER_WORDS.entrySet()) {
            if (other.getKey().matcher(word).matches()) {
                throw here(seen() + other.getValue());
            }
        }
        return false;
    }

    /** Passes over the text that begins here, and gives it with its escapes resolved. */
    String text() throws MalformedJson {
        int start = at++;
        var read = new StringBuilder();
        while (!passes('"')) {
            if (isAtEnd()) {
                throw mistake(start, "a text that has no end");
            }
            char next = text.charAt(at);
            if (next == '\n' || next == '\r') {
                throw mistake(start, "a text that has no end in its line");
            }
            if (next < ' ') {
                throw here(character(next) + " in a text, where it is written as "
                        + (next == '\t' ? "`\\t`" : String.format("`\\u%04x`", (int) next)));
            }
            at++;
            read.append(next == '\\' ? escaped(start) : next);
        }
        return read.toString();
    }

    private char escaped(int start) throws MalformedJson {
        if (isAtEnd()) {
            throw mistake(start, "a text that has no end");
        }
        int escape = ESCAPES.indexOf(text.charAt(at));
        if (escape >= 0) {
            at++;
            return ESCAPED.charAt(escape);
        }
        if (!passes('u')) {
            throw mistake(
                    at - 1,
                    "a backslash before " + character(text.codePointAt(at))
                            + " in a text, where one is written as `\\\\`");
        }
        int end = at;
        while (end < Math.min(text.length(), at + 4) && HexFormat.isHexDigit(text.charAt(end))) {
            end++;
        }
        if (end < at + 4) {
            throw mistake(at - 2, "`\\u` without four hexadecimal digits after it");
        }
        int digits = HexFormat.fromHexDigits(text, at, end);
        at = end;
        return (char) digits;
    }

    private int wordEnd() {
        int end = at;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end)) || "_-+.".indexOf(text.charAt(end)) >= 0)) {
            end++;
        }
        return end;
    }

    /** {@return what is here: a word, or a single character} */
    String seen() {
        int end = wordEnd();
        return end == at
                ? character(text.codePointAt(at))
                : "`" + GoText.shorten(text.substring(at, end), LONGEST_WORD, "…") + "`";
    }

    private static String character(int character) {
        return switch (character) {
            case '\t' -> "a tab";
            case '\n', '\r' -> "the end of the line";
            default ->
                isVisible(character)
                        ? "`" + Character.toString(character) + "`"
                        : String.format("the character U+%04X", character);
        };
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> false;
            case Character.PRIVATE_USE, Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    String place(int offset) {
        return JsonProblems.place(text, offset);
    }

    MalformedJson here(String words) {
        return mistake(at, words);
    }

    MalformedJson mistake(int offset, String words) {
        return new MalformedJson(JsonProblems.at(text, offset, words));
    }
}
