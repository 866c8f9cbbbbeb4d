// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.contracts.Result;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is seen on the node at one moment.
 *
 * @param files the regular files that may be the primary network's configuration, by their names: all candidates of the folder, or the one
 *     that the daemon's configuration names, or the user's file by its path; each with its text, or why it cannot be read
 * @param written the text of the file that the container runtime is given; empty where there is none, or it cannot be read
 * @param setAside the text of the file as Cilium renamed it, {@code 00-multus.conf.cilium_bak}
 * @param ready whether the readiness indicator file is there, or none is asked for
 */
public record Observation(
        SortedMap<String, Result<String>> files, Optional<String> written, Optional<String> setAside, boolean ready) {
    public Observation {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }
}
