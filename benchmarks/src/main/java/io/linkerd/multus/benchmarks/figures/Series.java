// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What one contestant was seen to do, round after round. */
public final class Series {
    private static final double KIBIBYTES = 1 << 10;

    private final Map<Figure, List<Double>> values = new EnumMap<>(Figure.class);

    /** Notes what a round saw. */
    public void add(Figure figure, double value) {
        values.computeIfAbsent(figure, _ -> new ArrayList<>()).add(value);
    }

    /** Notes memory; nothing at all is not what a process holds, and would keep every bound. */
    public void addKibibytes(Figure figure, long kibibytes) {
        if (kibibytes <= 0) {
            throw new IllegalStateException("no memory was seen for " + figure);
        }
        add(figure, kibibytes / KIBIBYTES);
    }

    Optional<Sample> of(Figure figure) {
        return Optional.ofNullable(values.get(figure)).map(Sample::of);
    }
}
