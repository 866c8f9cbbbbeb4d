// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

import java.util.Locale;

/** Which kind of cluster stands on the machine. */
public enum Profile {
    /**
     * SCC admission with the ten default SCCs, owners that only those may set who may delete, uid ranges on namespaces, and Multus
     * in the places where OpenShift has it.
     */
    OPENSHIFT,
    /** Kubernetes as it comes, with Multus as its own manifest has it. */
    PLAIN;

    /** Returns the name as people write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads {@link #word}. */
    public static Profile of(String word) {
        for (var profile : values()) {
            if (profile.word().equals(word)) {
                return profile;
            }
        }
        throw new IllegalArgumentException("there is no profile " + word + "; there are openshift and plain");
    }
}
