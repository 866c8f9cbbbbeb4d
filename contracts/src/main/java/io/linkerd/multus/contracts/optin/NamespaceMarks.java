// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.optin;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.OpenShift;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The annotations and labels of a namespace that decide about its attachment and its pods.
 *
 * @param multus its annotation {@value Linkerd#MULTUS}
 * @param multusLabel its label of the same name, which does not count
 * @param proxyUid its annotation {@value Linkerd#PROXY_UID}
 * @param proxyGid its annotation {@value Linkerd#PROXY_GID}
 * @param uidRange its annotation {@value OpenShift#UID_RANGE}
 * @param extension its label {@value Linkerd#EXTENSION}
 * @param primaryNetwork whether it has the label {@value OpenShift#PRIMARY_NETWORK}
 */
public record NamespaceMarks(
        Optional<String> multus,
        Optional<String> multusLabel,
        Optional<String> proxyUid,
        Optional<String> proxyGid,
        Optional<String> uidRange,
        Optional<String> extension,
        boolean primaryNetwork) {

    /** The annotations and labels that it is made of. */
    public static final Set<String> NAMES = Set.of(
            Linkerd.MULTUS,
            Linkerd.PROXY_UID,
            Linkerd.PROXY_GID,
            OpenShift.UID_RANGE,
            Linkerd.EXTENSION,
            OpenShift.PRIMARY_NETWORK);

    /** A namespace that says nothing. */
    public static final NamespaceMarks SILENT = of(Map.of(), Map.of());

    /** {@return whether its pods take part} */
    public NamespaceOptIn optIn() {
        return NamespaceOptIn.of(multus, extension);
    }

    /** {@return what it says about taking part and is not taken as it was meant} */
    public Optional<OptInProblem> optInProblem() {
        return OptInProblem.of(multus, multusLabel, optIn().optedIn());
    }

    /** Picks what matters from a namespace's metadata. */
    public static NamespaceMarks of(Map<String, String> annotations, Map<String, String> labels) {
        return new NamespaceMarks(
                Optional.ofNullable(annotations.get(Linkerd.MULTUS)),
                Optional.ofNullable(labels.get(Linkerd.MULTUS)),
                Optional.ofNullable(annotations.get(Linkerd.PROXY_UID)),
                Optional.ofNullable(annotations.get(Linkerd.PROXY_GID)),
                Optional.ofNullable(annotations.get(OpenShift.UID_RANGE)),
                Optional.ofNullable(labels.get(Linkerd.EXTENSION)),
                labels.containsKey(OpenShift.PRIMARY_NETWORK));
    }
}
