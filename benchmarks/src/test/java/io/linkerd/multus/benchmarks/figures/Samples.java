// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

import java.util.Arrays;

/** Samples that tests write down. */
final class Samples {
    private Samples() {}

    static Sample of(double... values) {
        return Sample.of(Arrays.stream(values).boxed().toList());
    }
}
