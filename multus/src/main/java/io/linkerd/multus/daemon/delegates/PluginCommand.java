// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

/** What a plugin is asked to do: the values of CNI_COMMAND. */
public enum PluginCommand {
    ADD,
    DEL,
    CHECK,
    STATUS,
    GC
}
