// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes values so that YAML 1.1 and 1.2 read them alike: strings in double quotes, everything else plain. */
final class YamlWriter {
    private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*");

    private final YamlStyle style;

    YamlWriter(YamlStyle style) {
        this.style = style;
    }

    /**
     * A value behind its colon or dash.
     *
     * @param head what stands on the line of the colon
     * @param body the lines below it, each after its line break
     */
    record Written(String head, String body) {}

    /** {@return a value whose key, or dash, stands at that column} */
    Written below(ValueTree value, int column, boolean literals) {
        return switch (value) {
            case ValueTree.Members(var members)
            when !members.isEmpty() -> new Written("", members(members, column + style.step(), literals));
            case ValueTree.Elements(var elements)
            when !elements.isEmpty() ->
                new Written("", elements(elements, style.flush() ? column : column + style.step(), literals));
            case ValueTree.Text(var text)
            when literals && isLiteral(text) ->
                new Written(text.endsWith("\n") ? "|" : "|-", literal(text, column + style.step()));
            case ValueTree.Members _,
                    ValueTree.Elements _,
                    ValueTree.Text _,
                    ValueTree.Number _,
                    ValueTree.Flag _,
                    ValueTree.Nothing _ -> new Written(inline(value), "");
        };
    }

    /** {@return a member, after its line break} */
    String member(String name, ValueTree value, int column, boolean literals) {
        return lineAt(column) + memberThere(name, value, column, literals);
    }

    /** {@return a member, without the line break and the blanks in front of it} */
    String memberThere(String name, ValueTree value, int column, boolean literals) {
        var written = below(value, column, literals);
        return key(name) + ":" + (written.head().isEmpty() ? "" : " ") + written.head() + written.body();
    }

    /** {@return a value on one line} */
    String inline(ValueTree value) {
        return switch (value) {
            case ValueTree.Members(var members) ->
                members.entrySet().stream()
                        .map(member -> inline(member.getKey(), member.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case ValueTree.Elements(var elements) ->
                elements.stream().map(this::inline).collect(Collectors.joining(", ", "[", "]"));
            case ValueTree.Text(var text) -> quote(text);
            case ValueTree.Number number -> number.digits();
            case ValueTree.Flag(var flag) -> Boolean.toString(flag);
            case ValueTree.Nothing _ -> "null";
        };
    }

    /** {@return a member on one line} */
    String inline(String name, ValueTree value) {
        return key(name) + ": " + inline(value);
    }

    private String members(Map<String, ValueTree> members, int column, boolean literals) {
        return members.entrySet().stream()
                .map(member -> member(member.getKey(), member.getValue(), column, literals))
                .collect(Collectors.joining());
    }

    private String elements(List<ValueTree> elements, int column, boolean literals) {
        return elements.stream()
                .map(element -> lineAt(column) + "- " + element(element, column, literals))
                .collect(Collectors.joining());
    }

    private String element(ValueTree element, int column, boolean literals) {
        if (element instanceof ValueTree.Members(var members) && !members.isEmpty()) {
            int inner = column + 2;
            return members(members, inner, literals).substring(lineAt(inner).length());
        }
        if (element instanceof ValueTree.Elements) {
            return inline(element);
        }
        var written = below(element, column, literals);
        return written.head() + written.body();
    }

    private String lineAt(int column) {
        return style.lineBreak() + " ".repeat(column);
    }

    private String literal(String text, int column) {
        return text.lines()
                .map(line -> line.isEmpty() ? style.lineBreak() : lineAt(column) + line)
                .collect(Collectors.joining());
    }

    /** A text of several lines that neither needs an escape nor an indentation indicator, and ends with one line break or none. */
    private static boolean isLiteral(String text) {
        return text.indexOf('\n') > 0
                && !text.endsWith("\n\n")
                && !Character.isWhitespace(text.charAt(0))
                && text.chars().allMatch(character -> character == '\n' || (0x20 <= character && character < 0x7f));
    }

    private static String key(String name) {
        return PLAIN_KEY.matcher(name).matches() && GoScalars.resolve(name) instanceof GoScalar.Text
                ? name
                : quote(name);
    }

    /** A text in double quotes, on one line; what is not printable is an escape. */
    private static String quote(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(character -> append(quoted, character));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder quoted, int character) {
        switch (character) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            default -> {
                if (isPrintable(character)) {
                    quoted.appendCodePoint(character);
                } else {
                    quoted.append(character > 0xffff ? "\\U%08x".formatted(character) : "\\u%04x".formatted(character));
                }
            }
        }
    }

    private static boolean isPrintable(int character) {
        return (0x20 <= character && character < 0x7f)
                || (0xa0 <= character && character < 0xd800 && character != 0x2028 && character != 0x2029)
                || (0xe000 <= character && character < 0xfffe && character != 0xfeff)
                || character > 0xffff;
    }
}
