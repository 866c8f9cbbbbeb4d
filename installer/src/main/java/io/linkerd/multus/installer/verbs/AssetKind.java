// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

/** What can be put on a node, in the order in which it is put there; it is taken away in the reverse. */
enum AssetKind {
    PLUGIN("plugins", "CNI plugin"),
    CONFIG("configs", "CNI configuration"),
    MANIFEST("manifests", "Kubernetes manifest");

    private final String plural;
    private final String words;

    AssetKind(String plural, String words) {
        this.plural = plural;
        this.words = words;
    }

    /** {@return the name of the option, and of the key in a ConfigMap} */
    String plural() {
        return plural;
    }

    /** {@return what one of them is called} */
    String named(String name) {
        return words + " " + name;
    }
}
