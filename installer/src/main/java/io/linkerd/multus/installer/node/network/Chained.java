// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.cniconfig.CniConfig;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code chained}: Linkerd's plugin is the last one of every network list in the runtime's directory, as Linkerd's own installer has it. A
 * single network becomes a list, which stands where the single one stood in the order in which runtimes load networks.
 *
 * <p>Left alone are Multus' own network, a single one that Multus calls by its name, {@code *.json}, and what is no network.
 *
 * @param where a host path, the directory from which the container runtime loads networks
 */
public record Chained(String where) implements Mode {

    static final String LIST = ".conflist";
    static final String SINGLE = ".conf";
    /** Runtimes load one plugin from it; Linkerd's own installer, and this one, write none. */
    static final String JSON = ".json";

    @Override
    public String label() {
        return "chained";
    }

    @Override
    public Optional<String> directory() {
        return Optional.of(where);
    }

    @Override
    public NetworkPlan plan(
            NetworkDirectory there, CniConfig configuration, Set<String> converted, Set<String> others) {
        if (!configuration.isPlugin()) {
            return NetworkPlan.waiting("the plugin's configuration is a list of plugins, which no list can have in it");
        }
        var draft = new ChainDraft(there, configuration, others);
        there.files().forEach((name, file) -> {
            if (name.endsWith(LIST)) {
                draft.list(name, file);
            } else if (name.endsWith(SINGLE)) {
                draft.single(name, listOf(name, there, converted), file);
            } else {
                draft.json(name, file);
            }
        });
        return draft.plan();
    }

    /** {@return the names, or paths, that a list may have which is made of a single network} */
    public static List<String> listsOf(String single) {
        return List.of(stem(single, SINGLE) + LIST, single + LIST);
    }

    /** {@return the path of the single network that a list was made of} */
    public static String singleOf(String list) {
        var stem = stem(list, LIST);
        return stem.endsWith(SINGLE) ? stem : stem + SINGLE;
    }

    /**
     * {@code a.conf} becomes {@code a.conflist}, as Linkerd's own installer has it. Where another network has that name, or a name before it,
     * the runtime would take the other one from then on: there it becomes {@code a.conf.conflist}, which stands right behind {@code a.conf}.
     */
    private String listOf(String single, NetworkDirectory there, Set<String> converted) {
        var usual = stem(single, SINGLE) + LIST;
        var close = single + LIST;
        if (!singleOf(usual).equals(single)) {
            return close;
        }
        var made = Stream.of(usual, close)
                .filter(list -> converted.contains(where + "/" + list))
                .findFirst();
        return made.orElseGet(() -> there.isAnyBetween(single, usual) ? close : usual);
    }

    private static String stem(String name, String suffix) {
        return name.substring(0, name.length() - suffix.length());
    }
}
