// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what is wanted by {@code values} and by the fields of 2019. A place may be named twice if both mean the same; never a section and
 * something within it. Linkerd takes {@code logLevel} and {@code loglevel} for one, so these are one place.
 */
final class WantedValues {
    private static final String VALUES = "values";

    private final List<FieldProblem> problems;
    private final SortedMap<ValuesPath, ValueTree> wanted = new TreeMap<>();
    private final SortedMap<ValuesPath, String> fields = new TreeMap<>();
    /** The place that is wanted at names in small letters. */
    private final Map<List<String>, ValuesPath> places = new HashMap<>();
    /** A wanted place below these names. */
    private final Map<List<String>, ValuesPath> sections = new HashMap<>();

    private WantedValues(List<FieldProblem> problems) {
        this.problems = problems;
    }

    /** {@return what a spec wants} Problems are added to those that are given. */
    static WantedValues of(ValueTree.Members spec, List<FieldProblem> problems) {
        var values = new WantedValues(problems);
        if (SpecFields.at(spec, List.of(VALUES)) instanceof ValueTree.Members(var members)) {
            members.forEach((name, value) -> values.addLeaves(ValuesPath.of(name), value));
        }
        for (var seed : SeedField.values()) {
            values.add(seed, SpecFields.at(spec, seed.names()));
        }
        return values;
    }

    SortedMap<ValuesPath, ValueTree> wanted() {
        return wanted;
    }

    /** {@return the field that says each of them} */
    SortedMap<ValuesPath, String> fields() {
        return fields;
    }

    private void addLeaves(ValuesPath path, ValueTree value) {
        if (value instanceof ValueTree.Members(var members)) {
            members.forEach((name, below) -> addLeaves(path.member(name), below));
        } else {
            add(path, value, "spec." + VALUES + "." + path);
        }
    }

    private void add(SeedField seed, ValueTree written) {
        var field = "spec." + seed.field();
        switch (seed.form().wanted(written)) {
            case Result.Ok<Optional<ValueTree>>(var value) -> value.ifPresent(wants -> add(seed.path(), wants, field));
            case Result.Not<Optional<ValueTree>>(var reason) -> problems.add(new FieldProblem(field, reason));
        }
    }

    private void add(ValuesPath path, ValueTree value, String field) {
        var key = folded(path);
        var same = places.get(key);
        if (same != null) {
            addAgain(same, path, value, field);
            return;
        }
        var other = overlapping(key);
        if (other != null) {
            problems.add(new FieldProblem(
                    field,
                    "is about the same part of Linkerd's values as " + fields.get(other) + "; write one of them"));
            return;
        }
        places.put(key, path);
        for (int length = 1; length < key.size(); length++) {
            sections.put(key.subList(0, length), path);
        }
        wanted.put(path, value);
        fields.put(path, field);
    }

    private void addAgain(ValuesPath same, ValuesPath path, ValueTree value, String field) {
        boolean spelt = same.equals(path) || !field.startsWith("spec." + VALUES);
        if (!spelt || !meanTheSame(wanted.getOrDefault(same, value), value)) {
            problems.add(new FieldProblem(
                    field,
                    "names " + path + " as " + fields.get(same) + " does"
                            + (spelt ? ", with another value" : ", in other letters") + "; write one of them"));
        }
    }

    /** A section of it that is wanted as a whole, or something wanted within it. */
    private @Nullable ValuesPath overlapping(List<String> key) {
        for (int length = 1; length < key.size(); length++) {
            var above = places.get(key.subList(0, length));
            if (above != null) {
                return above;
            }
        }
        return sections.get(key);
    }

    private static List<String> folded(ValuesPath path) {
        var names = new ArrayList<String>();
        path.names().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        return List.copyOf(names);
    }

    /** Certificates may end in a line end or not, and a length of time may be written in several ways. */
    private static boolean meanTheSame(ValueTree one, ValueTree other) {
        if (one.equals(other)) {
            return true;
        }
        if (!(one instanceof ValueTree.Text(var first) && other instanceof ValueTree.Text(var second))) {
            return false;
        }
        var duration = GoDuration.read(first);
        return first.strip().equals(second.strip())
                || (duration.isPresent() && duration.equals(GoDuration.read(second)));
    }
}
