// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks;

import java.util.Locale;

/** A number that a person may choose. */
enum Option {
    ROUNDS,
    SECONDS,
    NAMESPACES,
    OPTED_IN,
    PODS,
    ADMISSIONS,
    ROTATIONS,
    REPAIRS,
    REWRITES,
    KILLS,
    ROUND_TRIPS;

    /** {@return it as it is written} */
    String word() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
