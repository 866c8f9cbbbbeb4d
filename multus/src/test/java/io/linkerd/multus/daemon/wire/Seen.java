// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.wire;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a call led to, without what differs from pod to pod and from folder to folder.
 *
 * @param exit the shim's status
 * @param out what it printed for the runtime
 * @param status what the pod says of its networks afterwards; empty where it says nothing
 * @param kept what is left of the container on the node: caches by path, interfaces by name
 */
record Seen(int exit, String out, String status, SortedMap<String, String> kept) {
    Seen {
        kept = Collections.unmodifiableSortedMap(new TreeMap<>(kept));
    }

    /** {@return what plugins have left on the node, and how the call ended} */
    Seen withoutWords() {
        var interfaces = new TreeMap<>(kept);
        interfaces.keySet().removeIf(name -> !name.startsWith("ledger/"));
        return new Seen(exit, "", "", interfaces);
    }

    @Override
    public String toString() {
        var text = new StringBuilder("exit status " + exit + "\n" + out);
        if (!status.isEmpty()) {
            text.append("\nnetwork-status: ").append(status);
        }
        kept.forEach((name, content) ->
                text.append("\nkept: ").append(name).append(' ').append(content));
        return text.toString();
    }
}
