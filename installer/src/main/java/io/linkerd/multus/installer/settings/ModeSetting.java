// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

/** {@code LINKERD_MULTUS_MODE}: how the container runtime comes to call Linkerd's plugin. */
public enum ModeSetting {
    /** {@link #CHAINED} where a configuration is given, as to Linkerd's own installer; else {@link #NAD}. */
    AUTO,
    /** By a NetworkAttachmentDefinition that carries the configuration. */
    NAD,
    /** As the last plugin of every network list in the runtime's directory. */
    CHAINED,
    /** By a network of ours that a NetworkAttachmentDefinition names. */
    FILE,
    /** By Multus' chain for every pod. */
    AUXILIARY
}
