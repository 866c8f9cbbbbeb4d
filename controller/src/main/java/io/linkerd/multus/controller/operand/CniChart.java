// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

/** Who makes what Linkerd's CNI chart makes: its ConfigMap, the plugin's account and rights, and the DaemonSet that its check looks for. */
public enum CniChart {
    /** Linkerd's chart. */
    USE,
    /** The operand, under the names of Linkerd's chart in the operator's namespace. */
    REPLACE;

    /** {@return what that spec asks for; unsaid, it is {@code Use}} */
    static CniChart of(OperandSpec spec) {
        return "Replace".equals(spec.linkerdOrNone().cniChart()) ? REPLACE : USE;
    }
}
