// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import java.util.Locale;

/** What a figure counts, and how exactly it is worth being shown. */
public enum Unit {
    /** Something by the second. */
    PER_SECOND("/s", 0),
    /** Thousandths of a second. */
    MILLISECONDS(" ms", 2),
    /** Seconds. */
    SECONDS(" s", 2),
    /** 2^20 bytes. */
    MEBIBYTES(" MiB", 1),
    /** Of one. */
    SHARE("", 3),
    /** Things. */
    COUNT("", 2);

    private final String suffix;
    private final int decimals;

    Unit(String suffix, int decimals) {
        this.suffix = suffix;
        this.decimals = decimals;
    }

    String suffix() {
        return suffix;
    }

    String text(double value) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
