// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.linkerd.multus.controller.operator.OperandStatus.RolledOut;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LastRolloutTest {
    private final LastRollout last = new LastRollout();

    /**
     * The watch was a moment behind the operator's own word, and a webhook that was not ready in that moment made the next status say that
     * nothing had ever been rolled out: its configuration followed the spec no more.
     */
    @Test
    void anOlderObjectDoesNotUndoWhatWasTold() {
        last.told(multus("a"), Optional.of(new RolledOut(3, "1")));

        assertThat(last.of(multus("a"))).contains(new RolledOut(3, "1"));
        assertThat(last.of(multus("a", 2))).contains(new RolledOut(3, "1"));
    }

    @Test
    void whatAnotherOperatorHasToldSinceCounts() {
        last.told(multus("a"), Optional.of(new RolledOut(3, "1")));

        assertThat(last.of(multus("a", 4))).contains(new RolledOut(4, "1"));
    }

    @Test
    void anObjectThatWasMadeAnewHasNothingOfTheOneBefore() {
        last.told(multus("a"), Optional.of(new RolledOut(3, "1")));

        assertThat(last.of(multus("b"))).isEmpty();
    }

    @Test
    void whatIsForgottenIsReadFromTheObject() {
        last.told(multus("a"), Optional.of(new RolledOut(3, "1")));
        last.forget();

        assertThat(last.of(multus("a"))).isEmpty();
        assertThat(last.of(multus("a", 2))).contains(new RolledOut(2, "1"));
    }

    private static GenericKubernetesResource multus(String uid) {
        var multus = new GenericKubernetesResource();
        multus.setMetadata(new ObjectMetaBuilder().withUid(uid).build());
        return multus;
    }

    private static GenericKubernetesResource multus(String uid, long rolledOut) {
        var multus = multus(uid);
        multus.setAdditionalProperty("status", Map.of("rolledOut", Map.of("generation", rolledOut, "version", "1")));
        return multus;
    }
}
