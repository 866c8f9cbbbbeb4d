// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import io.linkerd.multus.contracts.cniconfig.CniConfig;
import java.util.Optional;
import java.util.Set;

/**
 * {@code chained}: Linkerd's plugin is the last one of every network list in the runtime's directory, as Linkerd's own installer has it. A
 * single network becomes a list.
 *
 * <p>Left alone are Multus' own network, a single one beside a list of the same stem, and what is no network.
 *
 * @param where a host path, the directory from which the container runtime loads networks
 */
public record Chained(String where) implements Mode {

    static final String LIST = ".conflist";
    static final String SINGLE = ".conf";

    @Override
    public String label() {
        return "chained";
    }

    @Override
    public Optional<String> directory() {
        return Optional.of(where);
    }

    @Override
    public NetworkPlan plan(NetworkDirectory there, CniConfig configuration, Set<String> converted) {
        if (!configuration.isPlugin()) {
            return NetworkPlan.waiting("the plugin's configuration is a list of plugins, which no list can have in it");
        }
        var draft = new ChainDraft(there, configuration);
        there.files().forEach((name, file) -> {
            if (name.endsWith(LIST)) {
                draft.list(name, file);
            } else if (there.file(listOf(name)).isEmpty() || converted.contains(where + "/" + listOf(name))) {
                draft.single(name, file);
            } else {
                draft.leave(
                        file.path(),
                        "is left alone: beside it is " + listOf(name) + ", which runtimes take for another network");
            }
        });
        return draft.plan();
    }

    /** {@return the name, or path, of the list that is made of a single network} */
    public static String listOf(String single) {
        return single.substring(0, single.length() - SINGLE.length()) + LIST;
    }

    /** {@return the path of the single network that a list was made of} */
    public static String singleOf(String list) {
        return list.substring(0, list.length() - LIST.length()) + SINGLE;
    }
}
