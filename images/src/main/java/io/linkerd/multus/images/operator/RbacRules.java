// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Rights as few rules. */
final class RbacRules {
    /** Of one resource, what may be done to whom. */
    private record Grant(String group, Names names, Names verbs) implements Comparable<Grant> {
        @Override
        public int compareTo(Grant other) {
            return toString().compareTo(other.toString());
        }
    }

    /** A sorted set that can be a key. */
    private record Names(SortedSet<String> all) {
        static Names of(Collection<String> names) {
            return new Names(new TreeSet<>(names));
        }
    }

    private RbacRules() {}

    /** {@return the atoms without those that others of them, or of {@code elsewhere}, include} */
    static Set<RbacAtom> least(Set<RbacAtom> atoms, Set<RbacAtom> elsewhere) {
        return atoms.stream()
                .filter(atom -> !elsewhere.contains(atom) && !elsewhere.contains(atom.ofAll()))
                .filter(atom -> atom.name().isEmpty() || !atoms.contains(atom.ofAll()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** {@return rules of these rights and of no other, in an order that never changes} */
    static ArrayNode of(Set<RbacAtom> rights) {
        var atoms = least(rights, Set.of());
        record Target(String group, String resource, String name) {}
        record Verbs(String group, String resource, Names verbs) {}
        var verbs = grouped(atoms, atom -> new Target(atom.group(), atom.resource(), atom.name()), RbacAtom::verb);
        var names = grouped(
                verbs.entrySet(),
                entry -> new Verbs(entry.getKey().group(), entry.getKey().resource(), entry.getValue()),
                entry -> entry.getKey().name());
        var resources = new TreeMap<Grant, Names>(grouped(
                names.entrySet(),
                entry -> new Grant(
                        entry.getKey().group(), entry.getValue(), entry.getKey().verbs()),
                entry -> entry.getKey().resource()));
        var rules = JsonNodeFactory.instance.arrayNode();
        resources.forEach((grant, of) -> {
            var rule = rules.addObject();
            rule.putArray("apiGroups").add(grant.group());
            of.all().forEach(rule.withArray("resources")::add);
            grant.names().all().stream().filter(name -> !name.isEmpty()).forEach(rule.withArray("resourceNames")::add);
            if (rule.path("resourceNames").isEmpty()) {
                rule.remove("resourceNames");
            }
            grant.verbs().all().forEach(rule.withArray("verbs")::add);
        });
        return rules;
    }

    private static <T, K> Map<K, Names> grouped(Collection<T> all, Function<T, K> by, Function<T, String> what) {
        return all.stream()
                .collect(Collectors.groupingBy(
                        by, Collectors.mapping(what, Collectors.collectingAndThen(Collectors.toSet(), Names::of))));
    }
}
