// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

/** {@code LINKERD_MULTUS_MODE}: what is written on the node. Today both place binary and kubeconfig. */
public enum ModeSetting {
    AUTO,
    NAD
}
