// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

/** Which kind of cluster stands on the machine. */
public enum Profile {
    /**
     * SCC admission with the ten default SCCs, owners that only those may set who may delete, uid ranges on namespaces, and Multus
     * in the places where OpenShift has it.
     */
    OPENSHIFT("openshift"),
    /** Kubernetes as it comes, with Multus as its own manifest has it. */
    PLAIN("plain"),
    /** Kubernetes as it comes, whose container runtime calls the primary network by itself. */
    PLAIN_WITHOUT_MULTUS("plain-without-multus");

    private final String word;

    Profile(String word) {
        this.word = word;
    }

    /** Returns the name in one word. */
    public String word() {
        return word;
    }

    /** {@return what is said to {@code demo up} to have it} */
    public String arguments() {
        return this == PLAIN_WITHOUT_MULTUS ? "--profile plain --without-multus" : "--profile " + word;
    }

    /** {@return whether Multus decides which networks a pod gets} */
    public boolean hasMultus() {
        return this != PLAIN_WITHOUT_MULTUS;
    }

    /** {@return the same without Multus, where that is possible} */
    public Profile withoutMultus() {
        if (this == OPENSHIFT) {
            throw new IllegalArgumentException("there is no OpenShift without Multus; say --profile plain");
        }
        return PLAIN_WITHOUT_MULTUS;
    }

    /** Reads a profile with Multus by its {@link #word}. */
    public static Profile of(String word) {
        return switch (word) {
            case "openshift" -> OPENSHIFT;
            case "plain" -> PLAIN;
            default ->
                throw new IllegalArgumentException("there is no profile " + word + "; there are openshift and plain");
        };
    }
}
