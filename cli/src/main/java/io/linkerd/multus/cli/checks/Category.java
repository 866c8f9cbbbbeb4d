// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import java.util.List;

/**
 * Checks of one part of the cluster.
 *
 * @param name as it stands above them, as in {@code linkerd-multus-nodes}
 */
public record Category(String name, List<Check> checks) {
    /** Copies. */
    public Category {
        checks = List.copyOf(checks);
    }
}
