// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.Journal;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How carrying out a plan ended.
 *
 * @param journal as it is on the disk now; empty when that is not known, and has to be read anew
 * @param failures what could not be carried out, in plain words
 * @param written paths at which a file was put in place
 */
record Applied(Optional<Journal> journal, List<String> failures, Set<String> written) {
    Applied {
        failures = List.copyOf(failures);
        written = Set.copyOf(written);
    }
}
