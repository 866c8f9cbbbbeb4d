// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is wrong with a text that should be YAML, in words for the one who has to mend it. SnakeYAML and its engine tell kinds of mistakes
 * apart by their message alone, for programmers, and quote the text, which may hold secrets: each kind has words of its own here, and
 * nothing of a message is handed on.
 */
public final class YamlMistake {
    private static final String UNKNOWN = "it cannot be read";

    /** How messages begin, the longer one before the shorter. */
    private static final Map<String, String> WORDS = words();

    private YamlMistake() {}

    /** {@return the words for a parser's message} */
    public static String words(String message) {
        if (message.startsWith("found character")) {
            return message.contains("(TAB)")
                    ? "a tab where only blanks may indent"
                    : "a character with which no value begins: put the value in quotes";
        }
        return WORDS.entrySet().stream()
                .filter(kind -> message.startsWith(kind.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static Map<String, String> words() {
        var words = new LinkedHashMap<String, String>();
        structure(words);
        scalars(words);
        tagsAndAnchors(words);
        return words;
    }

    private static void structure(Map<String, String> words) {
        words.put(
                "mapping values are not allowed",
                "a `:` where no name can stand: put a value with `: ` in it in quotes, or correct the indentation");
        words.put("mapping keys are not allowed", "a `?` where no name can stand");
        words.put("sequence entries are not allowed", "a `- ` where no list can begin");
        words.put("could not find expected ':'", "a name without a `:` after it");
        words.put("expected <block end>", "a line that does not continue what is above it: its indentation differs");
        words.put("expected '<document start>'", "text after the end of the document: another one begins with `---`");
        words.put("expected <document start>", "text after the end of the document: another one begins with `---`");
        words.put("expected '<document end>'", "a directive within a document, which has to end with `...` before");
        words.put("expected ',' or ']'", "`,` or `]` is expected");
        words.put("expected ',' or '}'", "`,` or `}` is expected");
        words.put("expected the node content", "a value is expected");
        words.put("expected a comment or a line break", "the end of the line is expected");
        words.put("found duplicate key", "a name that is there twice");
        words.put("duplicate keys found", "a name that is there twice");
        words.put("found unacceptable key", "a name that is no text");
        words.put("special characters are not allowed", "a control character");
        words.put("unexpected character found", "a character that cannot stand here");
        words.put("The incoming YAML document exceeds the limit", "longer than what is read");
    }

    private static void scalars(Map<String, String> words) {
        words.put("found unexpected end of stream", "a text in quotes that has no end");
        words.put("found unexpected document separator", "a line with `---` or `...` in a text in quotes");
        words.put("found unknown escape character", "a backslash before a character that needs none");
        words.put("expected escape sequence of", "a backslash with too few hexadecimal digits after it");
        words.put("expected chomping or indentation indicators", "only `+`, `-` or a digit can stand after `|` or `>`");
        words.put("expected indentation indicator", "only a digit from 1 to 9 can stand after `|` or `>`");
    }

    private static void tagsAndAnchors(Map<String, String> words) {
        words.put("expected alphabetic or numeric character", "a letter or a digit is expected");
        words.put("found undefined alias", "an alias (`*name`) whose anchor (`&name`) is not above it");
        words.put("found unconstructable recursive node", "a value that contains itself");
        words.put("Number of aliases", "more aliases (`*name`) than what is read");
        words.put("found undefined tag handle", "a tag (`!name`) that is not known");
        words.put("duplicate tag handle", "a directive %TAG that is there twice");
        words.put("could not determine a constructor for the tag", "a tag (`!name`) that is not known");
        words.put("Global tag is not allowed", "a tag (`!name`) that is not known");
        words.put("expected '!'", "`!` is expected");
        words.put("expected '>'", "`>` is expected");
        words.put("expected ' '", "a blank is expected");
        words.put("expected URI", "the rest of a tag (`!name`) is expected");
        words.put("expected a digit or ' '", "a digit or a blank is expected after %YAML");
        words.put("expected a digit", "a version such as 1.1 is expected after %YAML");
        words.put("found a number which cannot", "a version such as 1.1 is expected after %YAML");
        words.put("found duplicate YAML directive", "a directive %YAML that is there twice");
        words.put("found incompatible YAML document", "a version other than 1.1 after %YAML");
    }
}
