// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** What a run has seen so far, of us and of everybody beside us. */
public final class Comparison {
    private final Series ours = new Series();
    private final Map<Baseline, Series> baselines = new EnumMap<>(Baseline.class);

    /** {@return where to note what we do} */
    public Series ours() {
        return ours;
    }

    /** {@return where to note what {@code baseline} does} */
    public Series of(Baseline baseline) {
        return baselines.computeIfAbsent(baseline, _ -> new Series());
    }

    /** {@return all figures that were seen of us} */
    public Report report() {
        return new Report(Arrays.stream(Figure.values())
                .map(this::measured)
                .flatMap(Optional::stream)
                .toList());
    }

    private Optional<Measured> measured(Figure figure) {
        var theirs = new EnumMap<Baseline, Sample>(Baseline.class);
        baselines.forEach((baseline, series) -> series.of(figure).ifPresent(sample -> theirs.put(baseline, sample)));
        return ours.of(figure).map(sample -> new Measured(figure, sample, theirs));
    }
}
