// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

/** {@code LINKERD_MULTUS_ON_STOP}: what becomes of the node when the installer is told to stop. */
public enum OnStop {
    /** With a DaemonSet to ask about, {@link #REMOVE} on its end alone; without one {@link #REMOVE}, as Linkerd's own installer does. */
    AUTO,
    /** Everything that is ours is taken off the node. */
    REMOVE,
    /** The node stays as it is. */
    STAY
}
