// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import java.util.Collection;

/** Values of one kind, of which a percentile is asked. */
public final class Sample {
    private final double[] sorted;

    private Sample(Collection<Double> values) {
        sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
    }

    /** {@return these values, in whatever order they are} */
    public static Sample of(Collection<Double> values) {
        return new Sample(values);
    }

    /**
     * {@return the smallest of the values that so many of them do not exceed}
     *
     * @param share more than 0, less than 1
     * @throws IllegalStateException if there are so few values that it would be the highest of them
     */
    public double percentile(double share) {
        if (sorted.length * (1 - share) < 1) {
            throw new IllegalStateException(sorted.length + " values are too few to tell the share " + share);
        }
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }

    /** {@return the one in the middle; of an even number the mean of both} */
    public double median() {
        var middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    double lowest() {
        return sorted[0];
    }

    double highest() {
        return sorted[sorted.length - 1];
    }
}
