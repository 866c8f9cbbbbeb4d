// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

/** The result of a pod and a Service that were created as dry runs. */
public sealed interface InjectionProbeResult {
    /**
     * A proxy was injected.
     *
     * @param digest of the injected containers: two results of one text have the same
     */
    record Injected(String digest) implements InjectionProbeResult {}

    /** The pod was admitted without a proxy. */
    record NotInjected() implements InjectionProbeResult {}

    /** Linkerd's webhook denied the pod or the Service. */
    record Refused(String reason) implements InjectionProbeResult {}

    /** Linkerd's webhook gave no answer: a permission is missing, a request failed, or another webhook denied. */
    record NotAsked(String reason) implements InjectionProbeResult {}
}
