// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RbacRulesTest {
    private static final int EXAMPLES = 500;

    private static Set<RbacAtom> any(Random random) {
        return IntStream.range(0, random.nextInt(40))
                .mapToObj(_ -> new RbacAtom(
                        of(random, "", "apps", "g.io"),
                        of(random, "pods", "secrets", "pods/log"),
                        of(random, "", "a", "b"),
                        of(random, "get", "list", "create", "patch")))
                .collect(Collectors.toSet());
    }

    private static String of(Random random, String... words) {
        return words[random.nextInt(words.length)];
    }

    @Test
    void fewRulesGiveTheSameRightsAndNoOther() {
        for (var seed = 0; seed < EXAMPLES; seed++) {
            var atoms = any(new Random(seed));

            var rules = RbacRules.of(atoms);

            assertThat(rules.valueStream().flatMap(RbacAtom::of).collect(Collectors.toSet()))
                    .as("%d", seed)
                    .isEqualTo(RbacRules.least(atoms, Set.of()));
            assertThat(rules).as("in an order that never changes").isEqualTo(RbacRules.of(Set.copyOf(atoms)));
        }
    }

    @Test
    void whatIsAllowedForAllNeedsNoName() {
        var named = new RbacAtom("", "pods", "a", "get");
        var other = new RbacAtom("", "pods", "a", "patch");

        assertThat(RbacRules.least(Set.of(named, named.ofAll(), other), Set.of()))
                .containsExactlyInAnyOrder(named.ofAll(), other);
        assertThat(RbacRules.least(Set.of(named, other), Set.of(named.ofAll()))).containsExactly(other);
        assertThat(RbacRules.least(Set.of(named), Set.of(named))).isEqualTo(Set.copyOf(List.of()));
    }
}
