// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.journal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What we have done at a path, and so how it is given back. */
public enum EntryKind {
    /** A release wrote the entry that did not say: a whole file. */
    UNSAID,
    /** A CNI plugin of ours, whole. */
    PLUGIN,
    /** A kubeconfig of ours, whole. */
    KUBECONFIG,
    /** A CNI network of ours, whole. */
    NETWORK,
    /** Somebody else's network list with our plugin in it: what they write there later is theirs, but for our plugin. */
    EDITED_LIST,
    /** A list that we made of somebody else's single network, in whose place it stands. */
    CONVERTED_LIST,
    /** The single network of which we made a list: it is kept, and nothing lies at its path meanwhile. */
    CONVERTED_SINGLE;

    /** {@return whether the file is somebody else's, with our plugin in it} */
    public boolean isList() {
        return this == EDITED_LIST || this == CONVERTED_LIST;
    }

    /** {@return whether what lies at the path, or lay there, is somebody else's network} */
    public boolean isOthers() {
        return isList() || this == CONVERTED_SINGLE;
    }

    /** {@return whether a container runtime or Multus loads what lies at the path} */
    public boolean isNetwork() {
        return isOthers() || this == NETWORK;
    }

    /** {@return the word in the journal; empty for {@link #UNSAID}} */
    String label() {
        return this == UNSAID ? "" : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<EntryKind> named(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst();
    }
}
