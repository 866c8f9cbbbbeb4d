// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.math.BigInteger;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The members that go-yaml v2 makes of a mapping: {@code decode.go}. Of a doubled key the last one counts, and what {@code <<} merges counts
 * from its place on, before what stands in front of it.
 */
final class YamlMembers {
    private static final String MERGE = "tag:yaml.org,2002:merge";
    /** Members that are looked at in all: merges of merges can make any number of them. */
    private static final int MOST = 100_000;

    private final YamlDocument document;
    /** By identity: the hash of a node is that of all within it. */
    private final Set<YamlNode> open = Collections.newSetFromMap(new IdentityHashMap<>());

    private int seen;

    YamlMembers(YamlDocument document) {
        this.document = document;
    }

    /**
     * A member.
     *
     * @param own whether it is written in the mapping itself, not merged into it
     * @param hidesKey whether it was merged after a key of that name, and counts instead
     */
    record Member(YamlNode.Entry entry, boolean own, boolean hidesKey) {}

    /** {@return the members of a mapping by their names} */
    SequencedMap<String, Member> of(YamlNode.Mapping mapping) throws MalformedYaml {
        if (!open.add(mapping)) {
            throw new MalformedYaml(mapping.place().line(), "an anchor's value contains itself");
        }
        var members = new LinkedHashMap<String, Member>();
        for (var entry : mapping.entries()) {
            if (++seen > MOST) {
                throw MalformedYaml.beyondBound(entry.key().place().line(), "more than " + MOST + " values");
            }
            if (isMerge(entry.key())) {
                for (var merged : merged(entry.value())) {
                    merge(mapping(document, merged), members);
                }
            } else {
                members.put(name(document, entry.key()), new Member(entry, true, false));
            }
        }
        open.remove(mapping);
        return members;
    }

    private void merge(YamlNode.Mapping mapping, SequencedMap<String, Member> members) throws MalformedYaml {
        of(mapping).forEach((name, member) -> {
            var before = members.get(name);
            members.put(name, new Member(member.entry(), false, before != null && (before.own() || before.hidesKey())));
        });
    }

    /** {@return what the value of a {@code <<} merges, in the order in which it counts} */
    static List<YamlNode> merged(YamlNode value) {
        return value instanceof YamlNode.Sequence(var _, var _, var elements) ? elements.reversed() : List.of(value);
    }

    /** {@return the mapping that is merged} */
    static YamlNode.Mapping mapping(YamlDocument document, YamlNode merged) throws MalformedYaml {
        if (!(document.behind(merged) instanceof YamlNode.Mapping mapping)) {
            throw new MalformedYaml(merged.place().line(), "map merge requires map or sequence of maps as the value");
        }
        return mapping;
    }

    /** {@return whether it is the key {@code <<}} */
    static boolean isMerge(YamlNode key) {
        return key instanceof YamlNode.Scalar scalar
                && scalar.value().equals("<<")
                && (scalar.implicit() || scalar.tag().equals(MERGE));
    }

    /** The name that sigs.k8s.io/yaml gives a key: {@code on: 1} is a member {@code true}. */
    static String name(YamlDocument document, YamlNode key) throws MalformedYaml {
        if (!(document.behind(key) instanceof YamlNode.Scalar scalar)) {
            throw new MalformedYaml(key.place().line(), "invalid map key: no text, number or bool");
        }
        return switch (GoScalars.resolve(scalar)) {
            case GoScalar.Text(var text) -> text;
            case GoScalar.Bool(var flag) -> Boolean.toString(flag);
            case GoScalar.Real(var real) -> keyOf(real);
            case GoScalar.Whole(var whole) when isInt(whole) -> whole.toString();
            case GoScalar.Whole _, GoScalar.Nil _ ->
                throw new MalformedYaml(key.place().line(), "unsupported map key: null, or a number beyond 64 bits");
        };
    }

    /** {@return whether a key is a text for go-yaml, and no number or bool that becomes one} */
    static boolean isText(YamlDocument document, YamlNode key) throws MalformedYaml {
        return document.behind(key) instanceof YamlNode.Scalar scalar
                && GoScalars.resolve(scalar) instanceof GoScalar.Text;
    }

    private static String keyOf(double real) {
        return switch (GoScalar.asText(real)) {
            case "+Inf" -> ".inf";
            case "-Inf" -> "-.inf";
            case "NaN" -> ".nan";
            case String text -> text;
        };
    }

    private static boolean isInt(BigInteger whole) {
        return whole.bitLength() < Long.SIZE;
    }
}
