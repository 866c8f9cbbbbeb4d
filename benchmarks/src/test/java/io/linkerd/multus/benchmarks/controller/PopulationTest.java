// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PopulationTest {
    /** The last namespaces got fewer than no pods, and the API server refused their Deployments. */
    @ParameterizedTest
    @CsvSource({"20000, 3000", "3000, 3000", "7, 3000", "0, 10", "1, 1"})
    void everyPodHasANamespaceAndNoneHasFewerThanNone(int pods, int namespaces) {
        var population = new Population(2 * namespaces, namespaces, pods);
        var each =
                IntStream.range(0, namespaces).map(population::podsOf).boxed().toList();

        assertThat(each).allMatch(one -> one >= 0);
        assertThat(each.stream().mapToInt(Integer::intValue).sum()).isEqualTo(pods);
        assertThat(each.stream().filter(one -> one > 0)).hasSize(population.workloads());
    }
}
