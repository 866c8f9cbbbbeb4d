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
    /** Kubernetes as it comes, into which Multus comes with the product, by its chart. */
    PLAIN_WITH_OUR_MULTUS("plain-with-our-multus"),
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
        return switch (this) {
            case OPENSHIFT, PLAIN -> "--profile " + word;
            case PLAIN_WITH_OUR_MULTUS -> "--profile plain --multus ours";
            case PLAIN_WITHOUT_MULTUS -> "--profile plain --without-multus";
        };
    }

    /** {@return whether Multus decides which networks a pod gets, once the product is installed} */
    public boolean hasMultus() {
        return this != PLAIN_WITHOUT_MULTUS;
    }

    /** {@return whether the cluster has a Multus of its own, upstream's, before anything is installed} */
    public boolean bringsMultus() {
        return hasMultus() && this != PLAIN_WITH_OUR_MULTUS;
    }

    /** {@return the same with Multus as it is said: {@code upstream}'s, or {@code ours} by the product's chart, where that is possible} */
    public Profile withMultus(String whose) {
        return switch (whose) {
            case "upstream" -> this;
            case "ours" -> withOurMultus();
            default ->
                throw new IllegalArgumentException("there is no Multus " + whose + "; there are ours and upstream");
        };
    }

    private Profile withOurMultus() {
        if (this == OPENSHIFT) {
            throw new IllegalArgumentException("OpenShift has a Multus of its own; say --profile plain");
        }
        return PLAIN_WITH_OUR_MULTUS;
    }

    /** {@return the same without Multus, where that is possible} */
    public Profile withoutMultus() {
        return switch (this) {
            case PLAIN, PLAIN_WITHOUT_MULTUS -> PLAIN_WITHOUT_MULTUS;
            case OPENSHIFT ->
                throw new IllegalArgumentException("there is no OpenShift without Multus; say --profile plain");
            case PLAIN_WITH_OUR_MULTUS ->
                throw new IllegalArgumentException("a cluster is either without Multus or with ours");
        };
    }

    /** Reads a profile with upstream's Multus by its {@link #word}. */
    public static Profile of(String word) {
        return switch (word) {
            case "openshift" -> OPENSHIFT;
            case "plain" -> PLAIN;
            default ->
                throw new IllegalArgumentException("there is no profile " + word + "; there are openshift and plain");
        };
    }
}
