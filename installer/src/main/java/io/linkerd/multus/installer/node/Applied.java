// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.Journal;
import java.util.List;
import java.util.Optional;

/**
 * How carrying out a plan ended.
 *
 * @param journal as it is on the disk now; empty when that is not known, and has to be read anew
 * @param failures what could not be carried out, in plain words
 */
record Applied(Optional<Journal> journal, List<String> failures) {
    Applied {
        failures = List.copyOf(failures);
    }
}
