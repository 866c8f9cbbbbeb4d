// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operand;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How much of its container's memory limit a JVM of ours may take for objects, as the chart's values have it.
 *
 * @param percent of the limit
 * @param leastMebibytes what the part cannot do without
 */
record Heap(int percent, int leastMebibytes) {
    static final Heap OF_INSTALLER = new Heap(15, 16);
    static final Heap OF_WEBHOOK = new Heap(25, 64);

    private static final BigDecimal KIBIBYTE = BigDecimal.valueOf(1024);
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /** {@return the JVM's option for a container of that limit} */
    String option(Quantity limit) {
        return "-Xmx" + kibibytes(limit) + "k";
    }

    /** {@return whether the part can do with a container of that limit} */
    boolean fitsInto(Quantity limit) {
        return kibibytes(limit) >= leastMebibytes * 1024L;
    }

    /** {@return the smallest limit that it fits into, as a quantity} */
    String leastLimit() {
        return Math.ceilDiv(leastMebibytes * 100, percent) + "Mi";
    }

    private long kibibytes(Quantity limit) {
        return Quantity.getAmountInBytes(limit)
                .multiply(BigDecimal.valueOf(percent))
                .divide(HUNDRED, 0, RoundingMode.DOWN)
                .divide(KIBIBYTE, 0, RoundingMode.DOWN)
                .longValue();
    }
}
