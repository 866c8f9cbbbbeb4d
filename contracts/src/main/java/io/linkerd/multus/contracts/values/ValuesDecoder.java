// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.values;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;

/** Makes of a document what sigs.k8s.io/yaml v1.6 makes of it for Linkerd's struct: values of JSON, numbers and bools as text where the struct has a string. */
final class ValuesDecoder {
    /** Values that are decoded; Linkerd's are some 300. */
    private static final int MOST = 100_000;
    /** go-yaml's bounds for what comes of aliases. */
    private static final int FEW_ALIASED = 100;

    private static final int FEW = 1000;
    private static final double ALIASED = 0.99;

    private final YamlDocument document;
    private final YamlMembers members;
    private final Set<YamlNode> open = new HashSet<>();
    private int decoded;
    private int aliased;

    private ValuesDecoder(YamlDocument document) {
        this.document = document;
        this.members = new YamlMembers(document);
    }

    /** {@return what a node of the document is, for a place of that type} */
    static ValueTree decode(YamlDocument document, YamlNode node, LinkerdType type) throws MalformedYaml {
        return new ValuesDecoder(document).decode(node, type);
    }

    private ValueTree decode(YamlNode node, LinkerdType type) throws MalformedYaml {
        count(node);
        return switch (node) {
            case YamlNode.Scalar scalar -> scalar(scalar, type);
            case YamlNode.Sequence(var _, var _, var elements) -> {
                var values = new ArrayList<ValueTree>();
                for (var element : elements) {
                    values.add(decode(element, type.element()));
                }
                yield new ValueTree.Elements(values);
            }
            case YamlNode.Mapping mapping -> {
                var values = new LinkedHashMap<String, ValueTree>();
                for (var member : members.of(mapping).entrySet()) {
                    decoded++; // its key
                    values.put(
                            member.getKey(), decode(member.getValue().entry().value(), type.member(member.getKey())));
                }
                yield new ValueTree.Members(values);
            }
            case YamlNode.Alias alias -> alias(alias, type);
        };
    }

    private ValueTree alias(YamlNode.Alias alias, LinkerdType type) throws MalformedYaml {
        if (!open.add(alias)) {
            throw new MalformedYaml(alias.place().line(), "an anchor's value contains itself");
        }
        var value = decode(document.behind(alias), type);
        open.remove(alias);
        return value;
    }

    private void count(YamlNode node) throws MalformedYaml {
        decoded++;
        aliased += open.isEmpty() ? 0 : 1;
        if (decoded > MOST || (aliased > FEW_ALIASED && decoded > FEW && (double) aliased / decoded > ALIASED)) {
            throw new MalformedYaml(node.place().line(), "more values than are read, or excessive aliasing");
        }
    }

    private static ValueTree scalar(YamlNode.Scalar scalar, LinkerdType type) throws MalformedYaml {
        boolean asText = type == LinkerdType.Basic.TEXT;
        return switch (GoScalars.resolve(scalar)) {
            case GoScalar.Nil _ -> new ValueTree.Nothing();
            case GoScalar.Text(var text) -> new ValueTree.Text(text);
            case GoScalar.Bool(var flag) ->
                asText ? new ValueTree.Text(Boolean.toString(flag)) : new ValueTree.Flag(flag);
            case GoScalar.Whole(var whole) ->
                asText ? new ValueTree.Text(whole.toString()) : new ValueTree.Number(new BigDecimal(whole));
            case GoScalar.Real(var real) -> {
                if (asText) {
                    yield new ValueTree.Text(GoScalar.asText(real));
                }
                if (Double.isNaN(real) || Double.isInfinite(real)) {
                    throw new MalformedYaml(scalar.place().line(), "an infinite number, or none, has no place in JSON");
                }
                yield new ValueTree.Number(new BigDecimal(Double.toString(real)));
            }
        };
    }
}
