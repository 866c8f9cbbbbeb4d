// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import java.util.List;
import java.util.Optional;

/**
 * The way to a cluster. What is not said is as kubectl has it.
 *
 * @param kubeconfig path of the file
 * @param context of that file
 * @param address of the API server, with or without its scheme
 * @param user to ask as, in place of the own one
 * @param groups to ask as
 * @param verbose whether each request is told
 */
public record Access(
        Optional<String> kubeconfig,
        Optional<String> context,
        Optional<String> address,
        Optional<String> user,
        List<String> groups,
        boolean verbose) {
    /** Copies. */
    public Access {
        groups = List.copyOf(groups);
    }
}
