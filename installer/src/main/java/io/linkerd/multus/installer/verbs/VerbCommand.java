// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A verb with its options. */
public sealed interface VerbCommand {
    /** {@return whether this is a verb at all} */
    static boolean isVerb(String word) {
        return VerbArguments.VERBS.contains(word);
    }

    /** {@return what is asked for by a verb and what follows it, or what is wrong with that: then nothing is to be done} */
    static Result<VerbCommand> of(List<String> arguments) {
        return VerbArguments.read(arguments);
    }

    /** Print the names of the plugins that could be installed. */
    record ListPlugins() implements VerbCommand {}

    /**
     * Keep the node as the lists of a ConfigMap say, until SIGTERM.
     *
     * @param namespace where it is not this pod's
     * @param uninstallOnStop take everything away in the end
     */
    record Watch(Optional<String> namespace, String name, boolean uninstallOnStop) implements VerbCommand {}

    /**
     * Change the node, and the cluster.
     *
     * @param wishes for the kinds that were spoken of
     * @param pause go on until SIGTERM when it is done
     * @param owner in whose name
     */
    record Change(ChangeVerb verb, Map<AssetKind, Wish> wishes, boolean pause, EntryOwner owner)
            implements VerbCommand {
        /** In whose name it is done where nobody says so: that of the program whose verbs these are. */
        static final EntryOwner OWNER = new EntryOwner("cni-node");

        public Change {
            wishes = Map.copyOf(wishes);
        }

        /** {@return whether files of the node are spoken of} */
        boolean needsNode() {
            return wishes.containsKey(AssetKind.PLUGIN) || wishes.containsKey(AssetKind.CONFIG);
        }
    }
}
