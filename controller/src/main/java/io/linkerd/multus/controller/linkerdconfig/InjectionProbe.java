// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;

/** Asks Linkerd's injectors what they make of a new pod and a new Service. One of them answers each time. */
public interface InjectionProbe {
    /** {@return the answer} Nothing is left in the cluster. */
    InjectionProbeResult ask();
}
