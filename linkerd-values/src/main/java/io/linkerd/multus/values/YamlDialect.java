// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * Where go-yaml v2 (go.yaml.in/yaml/v2, {@code scannerc.go}, {@code parserc.go}) reads a text differently from SnakeYAML: what only the
 * latter takes is refused here, and a tab between two tokens of a line is a blank.
 */
final class YamlDialect {
    private static final Pattern VERSION = Pattern.compile("%YAML[ \\t]+1\\.1[ \\t]*(?:#.*)?");
    private static final Pattern DIRECTIVE = Pattern.compile("%(?:YAML|TAG)[ \\t]");
    private static final Pattern ANCHOR = Pattern.compile("[0-9A-Za-z_-]+");
    private static final Pattern INDENT_INDICATOR = Pattern.compile("[|>][-+]?[1-9]");
    private static final Pattern AFTER_DASH = Pattern.compile("[ ]*(?:[-?:][ \\t]+)*[-?:]?");
    private static final Pattern HALF_CHARACTER = Pattern.compile("\\\\u[dD][89a-fA-F]|\\\\U0000[dD][89a-fA-F]");

    private static final Pattern LINE_BREAK = Pattern.compile("\\r\\n|[\\n\\r\\u0085\\u2028\\u2029]");
    private static final String LINE_BREAKS = "\n\r\u0085\u2028\u2029";

    private final String text;
    private final int[] offsets;

    YamlDialect(String text) {
        this.text = text;
        this.offsets = text.chars().anyMatch(character -> Character.isSurrogate((char) character))
                ? offsets(text)
                : new int[0];
    }

    /** {@return where a mark is, in characters of the text; SnakeYAML counts code points} */
    int offset(Mark mark) {
        return offset(mark.getIndex());
    }

    private int offset(int codePoints) {
        int index = Math.max(0, codePoints);
        return offsets.length == 0 ? Math.min(index, text.length()) : offsets[Math.min(index, offsets.length - 1)];
    }

    /** {@return the end of a piece of the text without blanks and line breaks at its end} */
    int trimmed(int start, int end) {
        int last = end;
        while (last > start && (" \t" + LINE_BREAKS).indexOf(text.charAt(last - 1)) >= 0) {
            last--;
        }
        return last;
    }

    /**
     * Refuses a directive that go-yaml does not know, and any version but 1.1; SnakeYAML takes both. A byte order mark within the text makes
     * go-yaml v2.4 skip a character of a later line, if it happens to be where its buffer begins ({@code is_bom} in {@code yamlprivateh.go}).
     */
    void checkDirectives() throws MalformedYaml {
        int mark = text.indexOf('\uFEFF', 1);
        if (mark > 0) {
            throw new MalformedYaml(
                    LINE_BREAK.split(text.substring(0, mark), -1).length, "a byte order mark within the text");
        }
        int line = 0;
        for (var read : LINE_BREAK.split(text.startsWith("\uFEFF") ? text.substring(1) : text, -1)) {
            line++;
            if (read.startsWith("%YAML") && !VERSION.matcher(read).matches()) {
                throw new MalformedYaml(line, "a version other than 1.1 after %YAML");
            }
            if (read.startsWith("%") && !DIRECTIVE.matcher(read).lookingAt()) {
                throw new MalformedYaml(line, "a directive that is neither %YAML nor %TAG");
            }
            if (!(read.startsWith("%") || read.isBlank() || read.stripLeading().startsWith("#"))) {
                return;
            }
        }
    }

    /** Refuses a directive that ends a document and that go-yaml does not know. */
    void checkDirectiveAfter(int end) throws MalformedYaml {
        int line = LINE_BREAK.split(text.substring(0, end), -1).length;
        var lines = List.of(LINE_BREAK.split(text.substring(end), -1));
        for (var read : lines.subList(1, lines.size())) {
            line++;
            if (read.startsWith("%") && !DIRECTIVE.matcher(read).lookingAt()) {
                throw new MalformedYaml(line, "a directive that is neither %YAML nor %TAG");
            }
            if (!(read.isBlank() || read.stripLeading().startsWith("#"))) {
                return;
            }
        }
    }

    /** Refuses a value without a colon behind a key that is asked for with '?'. */
    void checkColon(YamlNode.Place key, YamlNode.Place value) throws MalformedYaml {
        if (value.start() < value.end()
                && text.substring(key.end(), value.start()).indexOf(':') < 0) {
            throw new MalformedYaml(value.line(), "a name without a `:` after it");
        }
    }

    static void checkAnchor(String name, int line) throws MalformedYaml {
        if (!ANCHOR.matcher(name).matches()) {
            throw new MalformedYaml(line, "an anchor with other characters than letters, digits, '-' and '_'");
        }
    }

    /** Refuses a scalar that go-yaml does not take, or not as this one. */
    void checkScalar(YamlNode.Place place, ScalarEvent event, boolean inFlow) throws MalformedYaml {
        var written = text.substring(place.start(), place.end());
        if (event.isPlain() && inFlow && isOtherwise(place.end(), event.getValue())) {
            throw new MalformedYaml(place.line(), "a plain value within brackets that ends in '?' or ':'");
        }
        if (event.isDQuoted()
                && HALF_CHARACTER.matcher(written.replace("\\\\", "")).find()) {
            throw new MalformedYaml(place.line(), "an escape that stands for half of a character");
        }
        if ((event.isLiteral() || event.isFolded())
                && !INDENT_INDICATOR.matcher(header(place.start())).find()
                && beginsWithTab(place.start())) {
            throw new MalformedYaml(place.line() + 1, "a tab where only blanks may indent");
        }
    }

    /** {@return the text, or what came of it before, with blanks for the tab that SnakeYAML stumbled over in a token, if go-yaml passes over it} */
    String withoutBlankTab(String scanned, @Nullable Mark mark) {
        if (mark == null) {
            return scanned;
        }
        int tab = offset(mark);
        int end = tab + blanks(mark.getIndex());
        return scanned.substring(0, tab) + " ".repeat(end - tab) + scanned.substring(end);
    }

    /**
     * {@return how many blanks go-yaml passes over from a tab on; 0 where there is no tab, or it does not pass over it} It does where no key may
     * begin: not at the beginning of a line, and not after the dash of a list.
     *
     * @param index in code points
     */
    int blanks(int index) {
        int tab = offset(index);
        boolean escaped = tab > 0 && text.charAt(tab - 1) == '\\';
        if (tab >= text.length() || text.charAt(tab) != '\t' || escaped || isAtBegin(tab)) {
            return 0;
        }
        int end = tab;
        while (end < text.length() && " \t".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return end - tab;
    }

    private boolean isAtBegin(int tab) {
        int line = tab;
        while (line > 0 && " \t-?:".indexOf(text.charAt(line - 1)) >= 0) {
            line--;
        }
        return (line == 0 || LINE_BREAKS.indexOf(text.charAt(line - 1)) >= 0)
                && AFTER_DASH.matcher(text.substring(line, tab)).matches();
    }

    private boolean isOtherwise(int end, String value) {
        return value.indexOf('?') >= 0
                || (end + 1 < text.length() && text.charAt(end) == ':' && ",[]{}".indexOf(text.charAt(end + 1)) >= 0);
    }

    private String header(int start) {
        return text.substring(start, lineEnd(start));
    }

    /** Whether the first line with anything but spaces, after the header, begins with a tab. */
    private boolean beginsWithTab(int start) {
        int at = lineEnd(start);
        while (at < text.length() && (text.charAt(at) == ' ' || LINE_BREAKS.indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        return at < text.length() && text.charAt(at) == '\t';
    }

    private int lineEnd(int start) {
        int end = start;
        while (end < text.length() && LINE_BREAKS.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static int[] offsets(String text) {
        var offsets = new int[text.codePointCount(0, text.length()) + 1];
        int offset = 0;
        for (int index = 0; index < offsets.length; index++) {
            offsets[index] = offset;
            offset += offset < text.length() ? Character.charCount(text.codePointAt(offset)) : 0;
        }
        return offsets;
    }
}
