// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.values.PathEffect;
import io.linkerd.multus.values.PathEffect.Need;
import io.linkerd.multus.values.ProxyVariables;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.ValuesText;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Those of Linkerd's values that its injector brings to new pods.
 *
 * @param version of the proxy, unless an annotation says another
 * @param proxyUid its user id, unless an annotation says another
 * @param variables names of those that it adds to the proxy beside its own, or added before
 * @param leaves all of them by their paths, in a form that does not depend on how they are written
 */
record InjectedValues(
        String version, Optional<Long> proxyUid, Set<String> variables, SortedMap<String, String> leaves) {
    /** Of names that were added once. */
    private static final int MOST = 1_000;

    private static final ValuesPath CNI = ValuesPath.of("cniEnabled");
    private static final ValuesPath VERSION = ValuesPath.of("proxy", "image", "version");
    private static final ValuesPath LINKERD_VERSION = ValuesPath.of("linkerdVersion");
    private static final ValuesPath UID = ValuesPath.of("proxy", "uid");

    InjectedValues {
        variables = Set.copyOf(variables);
        leaves = Collections.unmodifiableSortedMap(new TreeMap<>(leaves));
    }

    /** {@return them; nothing where they name no version of the proxy, since no pod can be compared then} */
    static Optional<InjectedValues> of(ValuesText text) {
        var seen = text.seen();
        return text(seen, VERSION)
                .or(() -> text(seen, LINKERD_VERSION))
                .map(version ->
                        new InjectedValues(version, number(seen, UID), ProxyVariables.named(seen), leaves(seen)));
    }

    /** {@return the same after others} A variable that they added, and these do not, is to go from pods. */
    InjectedValues after(InjectedValues before) {
        var all = new HashSet<>(variables);
        all.addAll(before.variables);
        return all.size() > MOST ? this : new InjectedValues(version, proxyUid, all, leaves);
    }

    private static SortedMap<String, String> leaves(ValueTree seen) {
        var leaves = new TreeMap<String, String>();
        boolean cni = seen.at(CNI).equals(Optional.of(new ValueTree.Flag(true)));
        if (seen instanceof ValueTree.Members(var members)) {
            members.forEach((name, value) -> add(leaves, ValuesPath.of(name), value, cni));
        }
        return leaves;
    }

    private static void add(Map<String, String> leaves, ValuesPath path, ValueTree value, boolean cni) {
        if (value instanceof ValueTree.Members(var members) && !members.isEmpty()) {
            members.forEach((name, member) -> add(leaves, path.member(name), member, cni));
            return;
        }
        var need = PathEffect.of(path, cni).need();
        boolean counts = need == Need.NEW_PODS || need == Need.NEW_PODS_AND_LINKERD_UPGRADE;
        if (counts && !(value instanceof ValueTree.Nothing)) {
            leaves.put(path.toString(), words(value));
        }
    }

    private static String words(ValueTree value) {
        return switch (value) {
            case ValueTree.Members(var members) ->
                new TreeMap<>(members)
                        .entrySet().stream()
                                .map(member -> member.getKey() + ":" + words(member.getValue()))
                                .collect(Collectors.joining(",", "{", "}"));
            case ValueTree.Elements(var elements) ->
                elements.stream().map(InjectedValues::words).collect(Collectors.joining(",", "[", "]"));
            case ValueTree.Text(var text) -> text;
            case ValueTree.Number number -> number.digits();
            case ValueTree.Flag(var flag) -> Boolean.toString(flag);
            case ValueTree.Nothing _ -> "";
        };
    }

    private static Optional<String> text(ValueTree seen, ValuesPath path) {
        return seen.at(path)
                .flatMap(value -> value instanceof ValueTree.Text(var text) ? Optional.of(text) : Optional.empty())
                .filter(text -> !text.isEmpty());
    }

    private static Optional<Long> number(ValueTree seen, ValuesPath path) {
        return seen.at(path)
                .flatMap(value -> value instanceof ValueTree.Number number
                        ? Optional.of(number.value().longValue())
                        : Optional.empty());
    }

    /** Tells no value: some are secret. */
    @Override
    public String toString() {
        return "InjectedValues of proxy " + version;
    }
}
