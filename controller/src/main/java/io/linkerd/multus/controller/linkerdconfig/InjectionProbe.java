// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.linkerdconfig.plan.InjectionProbeResult;

/** Has one of Linkerd's injectors admit a new pod and a new Service as dry runs. */
public interface InjectionProbe {
    /** {@return the result} Nothing is left in the cluster. */
    InjectionProbeResult ask();
}
