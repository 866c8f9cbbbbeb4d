// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import io.linkerd.multus.contracts.GoText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;

/** Puts other values into a text, in place. Whether the result means what it should is for the caller to see. */
final class ValuesEditor {
    private final YamlDocument document;
    private final String text;
    private final TextEdits edits;
    private final YamlWriter writer;
    private final YamlStyle style;

    private ValuesEditor(YamlDocument document, String text) {
        this.document = document;
        this.text = text;
        this.edits = new TextEdits(text);
        this.style = YamlStyle.of(document, text);
        this.writer = new YamlWriter(style);
    }

    /**
     * {@return the text with the changes made}
     *
     * @param changes none of whose paths is within another
     * @param after what the whole text has to mean then
     */
    static String edit(YamlDocument document, String text, SortedMap<ValuesPath, ValueTree> changes, ValueTree after)
            throws MalformedYaml {
        var editor = new ValuesEditor(document, text);
        switch (document.root()) {
            case YamlNode.Mapping mapping -> editor.mapping(mapping, mapping.flow(), changes, after);
            case YamlNode.Scalar scalar
            when GoScalars.resolve(scalar) instanceof GoScalar.Nil -> editor.nothing(scalar, after);
            case YamlNode root -> throw new MalformedYaml(root.place().line(), "the values are no mapping");
        }
        return editor.edits.made();
    }

    /** A text without values: they are written behind its comments, or in the place of its null. */
    private void nothing(YamlNode.Scalar scalar, ValueTree after) {
        var lines = new StringBuilder();
        members(after)
                .forEach((name, value) ->
                        lines.append(writer.memberThere(name, value, 0, true)).append(style.lineBreak()));
        if (scalar.place().end() > scalar.place().start()) {
            int end = edits.lineEnd(scalar.place().end());
            edits.replace(scalar.place().start(), scalar.place().end(), "");
            edits.insert(
                    end,
                    style.lineBreak()
                            + lines.substring(
                                    0, lines.length() - style.lineBreak().length()));
        } else {
            edits.insert(text.length(), (text.isEmpty() || text.endsWith("\n") ? "" : style.lineBreak()) + lines);
        }
    }

    private void mapping(
            YamlNode.Mapping mapping, boolean flow, SortedMap<ValuesPath, ValueTree> changes, ValueTree after)
            throws MalformedYaml {
        if (document.isShared(mapping)) {
            throw shared(mapping);
        }
        var members = new YamlMembers(document).of(mapping);
        var added = new LinkedHashMap<String, ValueTree>();
        for (var change : ValuesPath.byMember(changes).entrySet()) {
            var member = members.get(change.getKey());
            var value = members(after).getOrDefault(change.getKey(), new ValueTree.Nothing());
            if (member != null && member.hidesKey()) {
                throw new MalformedYaml(
                        mapping.place().line(),
                        "what is merged after " + GoText.quote(change.getKey()) + " counts instead of it");
            }
            if (member == null || !member.own()) {
                if (member != null
                        && !YamlMembers.isText(document, member.entry().key())) {
                    throw new MalformedYaml(
                            mapping.place().line(), "a merged key that is no text: either could count then");
                }
                added.put(change.getKey(), value);
            } else if (!change.getValue().isEmpty()
                    && member.entry().value() instanceof YamlNode.Mapping inner
                    && (flow || !inner.flow() || !inner.entries().isEmpty())) {
                mapping(inner, flow || inner.flow(), change.getValue(), value);
            } else {
                replace(member.entry(), flow, value);
            }
        }
        if (!added.isEmpty()) {
            add(mapping, flow, added);
        }
    }

    private void replace(YamlNode.Entry entry, boolean flow, ValueTree value) throws MalformedYaml {
        var shared = entry.value().all().filter(document::isShared).findFirst();
        if (shared.isPresent()) {
            throw shared(shared.get());
        }
        var place = entry.value().place();
        int colon = afterColon(entry);
        var gap = text.substring(colon, place.start());
        if (flow) {
            edits.replace(place.start(), place.end(), (colon == place.end() ? " " : "") + writer.inline(value));
            return;
        }
        boolean ownLine = gap.indexOf('\n') >= 0 || gap.indexOf('\r') >= 0;
        boolean literals = style.literals() && gap.indexOf('#') < 0 && endsInTime(place.end());
        var written = writer.below(value, entry.key().place().column(), literals);
        if (written.head().isEmpty() || ownLine) {
            int from = colon + gap.stripTrailing().length();
            edits.insert(colon, written.head().isEmpty() ? "" : " " + written.head());
            edits.replace(from, place.end(), "");
        } else {
            edits.replace(place.start(), place.end(), (gap.isEmpty() ? " " : "") + written.head());
        }
        edits.insert(edits.lineEnd(place.end()), written.body());
    }

    private void add(YamlNode.Mapping mapping, boolean flow, Map<String, ValueTree> added) {
        if (flow) {
            addInFlow(mapping, added);
            return;
        }
        int column = mapping.entries().stream()
                .mapToInt(entry -> entry.key().place().column())
                .min()
                .orElseThrow();
        boolean first = endsOpen(mapping);
        int end = mapping.place().end();
        boolean literals = style.literals() && (first || endsInTime(end));
        added.forEach((name, value) -> {
            if (first) {
                edits.insert(
                        mapping.place().start(),
                        writer.memberThere(name, value, column, literals) + style.lineBreak() + " ".repeat(column));
            } else {
                edits.insert(edits.lineEnd(end), writer.member(name, value, column, literals));
            }
        });
    }

    private void addInFlow(YamlNode.Mapping mapping, Map<String, ValueTree> added) {
        var members = new StringBuilder();
        added.forEach((name, value) -> members.append(", ").append(writer.inline(name, value)));
        if (mapping.entries().isEmpty()) {
            edits.insert(mapping.place().end() - 1, members.substring(2));
        } else {
            var last = mapping.entries().getLast();
            edits.insert(Math.max(last.key().place().end(), last.value().place().end()), members.toString());
        }
    }

    /** Whether the mapping ends with a block of text to which the blank lines behind it belong, or the end of the text. */
    private boolean endsOpen(YamlNode.Mapping mapping) {
        return mapping.all()
                .anyMatch(node -> node instanceof YamlNode.Scalar scalar
                        && node.place().end() == mapping.place().end()
                        && (scalar.style() == YamlNode.Style.LITERAL || scalar.style() == YamlNode.Style.FOLDED)
                        && (!hasLineBreak(node.place().end())
                                || text.substring(
                                                node.place().start(),
                                                edits.lineEnd(node.place().start()))
                                        .contains("+")));
    }

    /** Whether a block of text would end where it should: neither at the end of the text, nor with a comment as its last line. */
    private boolean endsInTime(int place) {
        return hasLineBreak(place)
                && !text.substring(edits.lineEnd(place)).stripLeading().startsWith("#");
    }

    private boolean hasLineBreak(int place) {
        return edits.lineEnd(place) < text.length();
    }

    private int afterColon(YamlNode.Entry entry) throws MalformedYaml {
        int place = entry.key().place().end();
        while (place < text.length() && (text.charAt(place) == ' ' || text.charAt(place) == '\t')) {
            place++;
        }
        if (place >= text.length()
                || text.charAt(place) != ':'
                || place >= entry.value().place().start()) {
            throw new MalformedYaml(entry.key().place().line(), "this key is written in a way that is not edited here");
        }
        return place + 1;
    }

    private static Map<String, ValueTree> members(ValueTree value) {
        return value instanceof ValueTree.Members(var members) ? members : Map.of();
    }

    private static MalformedYaml shared(YamlNode node) {
        return new MalformedYaml(
                node.place().line(), "an anchor's value that aliases repeat: editing it would change other paths too");
    }
}
