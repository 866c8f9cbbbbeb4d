// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    /** By identity: the hash of a node is that of all within it. */
    private final Set<YamlNode> open = Collections.newSetFromMap(new IdentityHashMap<>());

    private final IdentityHashMap<ValueTree, Integer> infinite = new IdentityHashMap<>();
    private int decoded;
    private int aliased;

    private ValuesDecoder(YamlDocument document) {
        this.document = document;
    }

    /** {@return what a node of the document is, for a place of that type} */
    static ValueTree decode(YamlDocument document, YamlNode node, LinkerdType type) throws MalformedYaml {
        var decoder = new ValuesDecoder(document);
        var tree = decoder.decode(node, type);
        decoder.checkFinite(tree);
        return tree;
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
                members(mapping, type, values);
                yield new ValueTree.Members(values);
            }
            case YamlNode.Alias alias -> alias(alias, type);
        };
    }

    /** All are decoded, those as well that a later one hides: go-yaml refuses a text for them. */
    private void members(YamlNode.Mapping mapping, LinkerdType type, Map<String, ValueTree> values)
            throws MalformedYaml {
        for (var entry : mapping.entries()) {
            if (YamlMembers.isMerge(entry.key())) {
                for (var merged : YamlMembers.merged(entry.value())) {
                    count(merged);
                    merge(merged, type, values);
                }
            } else {
                count(entry.key());
                var name = YamlMembers.name(document, entry.key());
                values.put(name, decode(entry.value(), type.member(name)));
            }
        }
    }

    private void merge(YamlNode merged, LinkerdType type, Map<String, ValueTree> values) throws MalformedYaml {
        var mapping = YamlMembers.mapping(document, merged);
        open(merged);
        members(mapping, type, values);
        open.remove(merged);
    }

    private ValueTree alias(YamlNode.Alias alias, LinkerdType type) throws MalformedYaml {
        open(alias);
        var value = decode(document.behind(alias), type);
        open.remove(alias);
        return value;
    }

    private void open(YamlNode node) throws MalformedYaml {
        if (node instanceof YamlNode.Alias && !open.add(node)) {
            throw new MalformedYaml(node.place().line(), "an anchor's value contains itself");
        }
    }

    private void count(YamlNode node) throws MalformedYaml {
        decoded++;
        aliased += open.isEmpty() ? 0 : 1;
        if (aliased > FEW_ALIASED && decoded > FEW && (double) aliased / decoded > ALIASED) {
            throw new MalformedYaml(node.place().line(), "excessive aliasing");
        }
        if (decoded > MOST) {
            throw MalformedYaml.beyondBound(node.place().line(), "more than " + MOST + " values");
        }
    }

    private ValueTree infinite(YamlNode.Scalar scalar) {
        var none = new ValueTree.Nothing();
        infinite.put(none, scalar.place().line());
        return none;
    }

    /** JSON has no infinite number; go-yaml has, and one that another value hides is none of JSON's. */
    private void checkFinite(ValueTree value) throws MalformedYaml {
        var line = infinite.get(value);
        if (line != null) {
            throw new MalformedYaml(line, "an infinite number, or none, has no place in JSON");
        }
        if (!infinite.isEmpty()) {
            for (var within : within(value)) {
                checkFinite(within);
            }
        }
    }

    private static Collection<ValueTree> within(ValueTree value) {
        return switch (value) {
            case ValueTree.Members(var members) -> members.values();
            case ValueTree.Elements(var elements) -> elements;
            case ValueTree.Text _, ValueTree.Number _, ValueTree.Flag _, ValueTree.Nothing _ -> List.of();
        };
    }

    private ValueTree scalar(YamlNode.Scalar scalar, LinkerdType type) throws MalformedYaml {
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
                yield Double.isNaN(real) || Double.isInfinite(real)
                        ? infinite(scalar)
                        : new ValueTree.Number(new BigDecimal(Double.toString(real)));
            }
        };
    }
}
