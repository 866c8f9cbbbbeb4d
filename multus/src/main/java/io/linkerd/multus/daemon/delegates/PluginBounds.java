// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.time.Duration;

/**
 * How much a plugin may take.
 *
 * @param time from its start to its end
 * @param places how many run at a time
 */
public record PluginBounds(Duration time, int places) {
    /** Refuses what no plugin could keep to. */
    public PluginBounds {
        if (!time.isPositive() || places < 1) {
            throw new IllegalArgumentException("plugins need time and a place, not " + time + " and " + places);
        }
    }
}
