// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import io.linkerd.multus.contracts.GoText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds keys as encoding/json does: case makes no difference to a field, and of several for one field the last by its bytes counts. */
final class ValuesNames {
    private ValuesNames() {}

    /** {@return a path by the names of Linkerd's struct} */
    static ValuesPath canonical(ValuesPath path) {
        var names = new ArrayList<String>();
        LinkerdType type = LinkerdStructs.VALUES;
        for (var name : path.names()) {
            names.add(type.name(name));
            type = type.member(name);
        }
        return new ValuesPath(names);
    }

    /** {@return a path by the keys of these values, as far as there are any, and by the names of the struct below them} */
    static ValuesPath written(ValueTree values, ValuesPath path) {
        var names = new ArrayList<String>();
        LinkerdType type = LinkerdStructs.VALUES;
        ValueTree value = values;
        for (var asked : canonical(path).names()) {
            var name = key(value, type, asked);
            names.add(name);
            type = type.member(name);
            value = value.at(ValuesPath.of(name)).orElse(new ValueTree.Nothing());
        }
        return new ValuesPath(names);
    }

    private static String key(ValueTree value, LinkerdType type, String asked) {
        boolean isField =
                type instanceof LinkerdType.Struct struct && struct.fields().containsKey(asked);
        return isField && value instanceof ValueTree.Members(var members)
                ? members.keySet().stream()
                        .filter(key ->
                                GoText.isKey(key, asked) && type.name(key).equals(asked))
                        .max(Comparator.naturalOrder())
                        .orElse(asked)
                : asked;
    }

    /** {@return the line of a path whose names are the document's, or of the nearest that is there} */
    static int line(YamlDocument document, ValuesPath path) {
        try {
            return line(document, document.root(), path.names());
        } catch (MalformedYaml _) {
            return document.root().place().line();
        }
    }

    private static int line(YamlDocument document, YamlNode node, List<String> names) throws MalformedYaml {
        int line = node.place().line();
        var at = node;
        for (var name : names) {
            if (!(document.behind(at) instanceof YamlNode.Mapping mapping)) {
                return line;
            }
            var member = new YamlMembers(document).of(mapping).get(name);
            if (member == null) {
                return line;
            }
            line = member.entry().key().place().line();
            at = member.entry().value();
        }
        return line;
    }
}
