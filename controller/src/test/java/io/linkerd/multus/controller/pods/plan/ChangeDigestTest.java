// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChangeDigestTest {
    /** Pods carry the digest as an annotation: a release that made another one of the same facts would restart them all. */
    @Test
    void isTheSameInEveryRelease() {
        assertThat(of(Map.of("a", "4:b1", "c", "ü"))).isEqualTo("9c55297f0fbd1089");
    }

    @Test
    void noTextRunsIntoTheNext() {
        assertThat(of(Map.of("a", "1:b"))).isNotEqualTo(of(Map.of("a", "", "b", "")));
        assertThat(of(Map.of("ab", "c"))).isNotEqualTo(of(Map.of("a", "bc")));
    }

    private static String of(Map<String, String> facts) {
        return ChangeDigest.of(new TreeMap<>(facts)).text();
    }
}
