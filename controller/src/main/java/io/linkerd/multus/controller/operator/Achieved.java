// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.controller.operator.LinkerdMultusStatus.RolledOut;
import java.util.Optional;

/** What was rolled out in full some time before. */
enum Achieved {
    /** Neither. */
    NOTHING,
    /** This version, with another spec. */
    VERSION,
    /** This version with this spec. */
    SPEC;

    /** {@return it, by what was rolled out last} */
    static Achieved of(Optional<RolledOut> last, RolledOut asked) {
        return last.map(before ->
                        before.equals(asked) ? SPEC : before.version().equals(asked.version()) ? VERSION : NOTHING)
                .orElse(NOTHING);
    }
}
