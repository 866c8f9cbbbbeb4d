// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.validators;

import io.linkerd.multus.localcluster.programs.Programs;
import java.util.List;

/**
 * How a validator ended and what it said.
 *
 * @param kept whether it said so in an earlier run, of the same input, and was not run for this
 */
record Answer(Programs.Outcome said, boolean kept) {
    /** {@return the validator's name for the build's log, which says what was not run} */
    String titled(String validator) {
        return validator + (kept ? " (an earlier run's answer to the same question)" : "");
    }

    /** {@return everything it said, output before errors} */
    List<String> lines() {
        return (said.output() + said.errors()).lines().toList();
    }
}
