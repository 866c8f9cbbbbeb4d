// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import java.util.Map;

/**
 * A figure of this run.
 *
 * @param ours what each round saw of ours
 * @param baselines what each round saw of others, of whom not all have each figure
 */
public record Measured(Figure figure, Sample ours, Map<Baseline, Sample> baselines) {
    /** Copies the map. */
    public Measured {
        baselines = Map.copyOf(baselines);
    }

    Verdict verdict() {
        return figure.bound().judge(this);
    }

    boolean has(Baseline baseline) {
        return baselines.containsKey(baseline);
    }

    double of(Baseline baseline) {
        var sample = baselines.get(baseline);
        if (sample == null) {
            throw new IllegalStateException(figure + " is held to " + baseline + ", which was not measured");
        }
        return sample.median();
    }
}
