// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

/** What came of a pod and a Service that were created as dry runs. */
public sealed interface InjectionProbeResult {
    /**
     * A proxy was injected.
     *
     * @param digest of what the injector put in: of two answers by one text it is the same
     */
    record Injected(String digest) implements InjectionProbeResult {}

    /** The pod was taken without a proxy. */
    record NotInjected() implements InjectionProbeResult {}

    /** Linkerd's webhook refused the pod or the Service. */
    record Refused(String reason) implements InjectionProbeResult {}

    /** It could not be asked: no right, no answer, or another admission refused. */
    record NotAsked(String reason) implements InjectionProbeResult {}
}
