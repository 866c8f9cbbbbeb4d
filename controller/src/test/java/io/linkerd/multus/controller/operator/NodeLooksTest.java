// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeLooksTest {
    private static final NodeFacts READY = new NodeFacts(true, "amd64", "");
    private static final long LATER = NodeLooks.FRESH.toNanos();

    private final ArrayList<String> asked = new ArrayList<>();

    private NodeLooks looks(Optional<NodeFacts> answer) {
        return new NodeLooks(node -> {
            asked.add(node);
            return answer;
        });
    }

    /** Without the right to get nodes, up to fifty were asked after with each change of a pod, and refused. */
    @Test
    void aNodeThatMayNotBeReadIsNotAskedAfterAgainAtOnce() {
        var looks = looks(Optional.empty());

        assertThat(looks.renew(Set.of("a"), 0)).isFalse();
        assertThat(looks.renew(Set.of("a"), LATER - 1)).isFalse();

        assertThat(asked).containsExactly("a");
        assertThat(looks.known()).isEmpty();
    }

    @Test
    void aNodeIsAskedAfterAgainAfterAWhile() {
        var looks = looks(Optional.of(READY));
        looks.renew(Set.of("a"), 0);

        looks.renew(Set.of("a"), LATER);

        assertThat(asked).containsExactly("a", "a");
        assertThat(looks.known()).isEqualTo(Map.of("a", READY));
    }

    @Test
    void ofManyTheRestIsAskedAfterNext() {
        var looks = looks(Optional.empty());
        var many = IntStream.range(0, NodeLooks.AT_ONCE + 1)
                .mapToObj(number -> "node-" + number)
                .collect(Collectors.toSet());

        assertThat(looks.renew(many, 0)).isTrue();
        assertThat(looks.renew(many, 1)).isFalse();

        assertThat(asked).containsExactlyInAnyOrderElementsOf(many);
    }

    @Test
    void aNodeWhosePodIsReadyIsForgotten() {
        var looks = looks(Optional.of(READY));
        looks.renew(Set.of("a"), 0);

        looks.renew(Set.of(), 1);

        assertThat(looks.known()).isEmpty();
    }
}
