// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.service.clocks.Deadline;

/** Calls plugins. */
@FunctionalInterface
public interface Plugins {

    /** {@return what came of a call} It ends when the deadline does, or the caller goes away, whatever the plugin does. */
    PluginAnswer call(PluginCall call, Deadline deadline);
}
