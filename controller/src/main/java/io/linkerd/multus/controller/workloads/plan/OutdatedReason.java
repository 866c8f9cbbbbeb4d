// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads.plan;

/** In what a pod differs from a new one of its template. */
public enum OutdatedReason {
    /** The proxy's version, or its image. */
    PROXY_VERSION("its proxy has another version"),
    /** The set of certificates, not the text of the bundle. */
    TRUST_ANCHORS("its proxy trusts other certificates"),
    /** The text that it has for certificates is none. */
    TRUST_ANCHORS_UNREADABLE("the trust anchors of its proxy cannot be read"),
    /** Anything else that the injector writes. */
    SETTINGS("its proxy has other settings"),
    /** OpenShift's annotation of the namespace. */
    UID_OUTSIDE_RANGE("its proxy's user id lies outside of the namespace's range"),
    /** What the proxy may do without being redirected to itself another container may do, too. */
    UID_SHARED("its proxy shares its user id with another container"),
    /** Multus did not run Linkerd's plugin for it. */
    ATTACHMENT_MISSING("it lacks Linkerd's network"),
    /** It was created while the injector was away. */
    PROXY_MISSING("it has no proxy, and would get one"),
    /** A restart would take it out of the mesh, so this is told, and keeps restarts away. */
    PROXY_UNWANTED("it has a proxy, and would get none"),
    /** The proxy is part of the template. */
    INJECTED_BY_HAND("its proxy was put into its template by hand");

    private final String phrase;

    OutdatedReason(String phrase) {
        this.phrase = phrase;
    }

    /** {@return why, to follow the name of a pod} */
    public String phrase() {
        return phrase;
    }
}
