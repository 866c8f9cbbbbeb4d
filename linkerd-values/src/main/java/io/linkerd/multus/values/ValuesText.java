// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import io.linkerd.multus.contracts.Result;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The text under key {@code values} of Linkerd's ConfigMap, read as Linkerd's injector reads it: sigs.k8s.io/yaml v1.6, then encoding/json
 * into the struct of linkerd2's {@code pkg/charts/linkerd2}.
 *
 * <p>It remembers the text that it was edited from. A path that gets its first value back gets its first spelling back, and once all have
 * it the text is the first one byte for byte; {@link #first} gives it at once. Nothing is remembered beyond that: of a text that is read
 * anew no earlier spelling is known.
 */
public final class ValuesText {
    private final String text;
    private final YamlDocument document;
    private final ValueTree tree;
    private final @Nullable ValuesText origin;
    /** What the origin has to have otherwise: each of these paths exactly this value, and none is within another. */
    private final SortedMap<ValuesPath, ValueTree> edits;

    private ValuesText(String text, @Nullable ValuesText origin, SortedMap<ValuesPath, ValueTree> edits)
            throws MalformedYaml {
        this.text = text;
        this.document = YamlReader.read(text);
        this.tree = ValuesDecoder.decode(document, document.root(), LinkerdStructs.VALUES);
        this.origin = origin;
        this.edits = Collections.unmodifiableSortedMap(edits);
    }

    /** {@return the values, or why Linkerd cannot read the text, beginning with the line; it repeats no value} */
    public static Result<ValuesText> read(String text) {
        try {
            return new Result.Ok<>(parse(text));
        } catch (MalformedYaml malformed) {
            return new Result.Not<>(malformed.reason());
        }
    }

    static ValuesText parse(String text) throws MalformedYaml {
        return new ValuesText(text, null, new TreeMap<>());
    }

    /** {@return the text} */
    public String text() {
        return text;
    }

    /** {@return the text before its first edit} */
    public ValuesText first() {
        return origin == null ? this : origin;
    }

    /** {@return the values by the keys as they are written, with the types that Linkerd's struct has for them} */
    public ValueTree tree() {
        return tree;
    }

    /** {@return what Linkerd's struct has after decoding, by its own names: whatever the case of a key, and of several the one that counts} */
    public ValueTree seen() {
        return LinkerdView.of(tree, LinkerdStructs.VALUES);
    }

    /** {@return what is at a path, its keys taken exactly; null is there} */
    public Optional<ValueTree> at(ValuesPath path) {
        return tree.at(path);
    }

    /** {@return what Linkerd has at a path, the case of keys making no difference; null is there} */
    public Optional<ValueTree> seenAt(ValuesPath path) {
        return seen().at(ValuesNames.canonical(path));
    }

    /** {@return the line of what is at a path, or of the nearest that is around it; the first is 1} */
    public int line(ValuesPath path) {
        return ValuesNames.line(document, ValuesNames.written(tree, path));
    }

    /**
     * {@return the text with these values, or why it cannot be edited, with the line} Every byte outside of the replaced values stays. Of a
     * mapping that is wanted each leaf is set and its other members stay; a list is replaced as a whole; an empty mapping stays what it
     * is where there is a mapping. What has the wanted value already keeps its spelling. A member that is missing is added at the end of its
     * mapping. What came of it is read again: it has the wanted values, and everything else as before.
     */
    public Result<ValuesText> with(SortedMap<ValuesPath, ValueTree> wanted) {
        var changed = plus(ValuesLeaves.of(wanted));
        try {
            return new Result.Ok<>(first().edited(changed));
        } catch (MalformedYaml problem) {
            return new Result.Not<>(problem.reason());
        }
    }

    /** {@return the edits so far and these leaves, without what is as in the first text} */
    private SortedMap<ValuesPath, ValueTree> plus(SortedMap<ValuesPath, ValueTree> leaves) {
        var all = new TreeMap<>(edits);
        leaves.forEach((asked, value) -> {
            var path = ValuesNames.written(tree, asked);
            if (!holds(at(path), value)) {
                put(all, path, value);
            }
        });
        all.entrySet().removeIf(edit -> first().at(edit.getKey()).equals(Optional.of(edit.getValue())));
        return all;
    }

    /** Whether it is there already; an empty mapping asks for none of the members. */
    private static boolean holds(Optional<ValueTree> there, ValueTree wanted) {
        return there.equals(Optional.of(wanted))
                || (wanted instanceof ValueTree.Members
                        && there.filter(ValueTree.Members.class::isInstance).isPresent());
    }

    private static void put(SortedMap<ValuesPath, ValueTree> all, ValuesPath path, ValueTree value) {
        all.keySet().removeIf(path::holds);
        var around = all.keySet().stream().filter(edited -> edited.holds(path)).findFirst();
        if (around.isPresent()) {
            var names = path.names()
                    .subList(around.get().names().size(), path.names().size());
            all.computeIfPresent(
                    around.get(), (_, whole) -> whole.with(new TreeMap<>(Map.of(new ValuesPath(names), value))));
        } else {
            all.put(path, value);
        }
    }

    private ValuesText edited(SortedMap<ValuesPath, ValueTree> changed) throws MalformedYaml {
        if (changed.isEmpty()) {
            return this;
        }
        var after = tree.with(changed);
        var edited = new ValuesText(ValuesEditor.edit(document, text, changed, after), this, changed);
        if (!edited.tree.equals(after)) {
            throw new MalformedYaml(line(changed.firstKey()), "cannot be edited without changing other values");
        }
        var seen = edited.seen();
        for (var edit : changed.entrySet()) {
            if (!seen.at(ValuesNames.canonical(edit.getKey())).equals(Optional.of(seenAs(edit)))) {
                throw new MalformedYaml(
                        line(edit.getKey()), "another spelling of a key counts instead of the edited one");
            }
        }
        return edited;
    }

    private static ValueTree seenAs(Map.Entry<ValuesPath, ValueTree> edit) {
        return LinkerdView.of(edit.getValue(), LinkerdStructs.VALUES.at(edit.getKey()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ValuesText values && values.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Tells no value: some are secret. */
    @Override
    public String toString() {
        return "ValuesText of " + text.length() + " characters";
    }
}
