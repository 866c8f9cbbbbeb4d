// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.linkerd.multus.controller.engine.api.Precondition;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.RolledOut;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LastStatusTest {
    private final LastStatus last = new LastStatus();

    /**
     * The watch was a moment behind the operator's own word, and a webhook that was not ready in that moment made the next status say that
     * nothing had ever been rolled out: its configuration followed the spec no more.
     */
    @Test
    void anOlderObjectDoesNotUndoWhatWasTold() {
        last.told(multus("a"), status(3));

        assertThat(last.of(multus("a"))).isEqualTo(status(3));
        assertThat(last.of(multus("a", 2))).isEqualTo(status(3));
    }

    @Test
    void whatAnotherOperatorHasToldSinceCounts() {
        last.told(multus("a"), status(3));

        assertThat(last.of(multus("a", 4))).isEqualTo(status(4));
    }

    @Test
    void anObjectThatWasMadeAnewHasNothingOfTheOneBefore() {
        last.told(multus("a"), status(3));

        assertThat(last.of(multus("b"))).isEqualTo(LinkerdMultusStatus.EMPTY);
    }

    /** A leader whose watch was behind wrote over what the one before had accepted. */
    @Test
    void theFirstStatusIsWrittenOverTheObjectAsItWasSeen() {
        var object = multus("a");
        object.getMetadata().setResourceVersion("7");

        assertThat(last.precondition(object)).isEqualTo(new Precondition.AsSeen("a", "7"));

        last.told(object, status(3));
        assertThat(last.precondition(object)).isEqualTo(new Precondition.None());

        last.forget();
        assertThat(last.precondition(object)).isEqualTo(new Precondition.AsSeen("a", "7"));
    }

    @Test
    void whatIsForgottenIsReadFromTheObject() {
        last.told(multus("a"), status(3));
        last.forget();

        assertThat(last.of(multus("a"))).isEqualTo(LinkerdMultusStatus.EMPTY);
        assertThat(last.of(multus("a", 2))).isEqualTo(status(2));
    }

    private static LinkerdMultusResource multus(String uid) {
        var multus = new LinkerdMultusResource();
        multus.setMetadata(new ObjectMetaBuilder().withUid(uid).build());
        return multus;
    }

    private static LinkerdMultusResource multus(String uid, long generation) {
        var multus = multus(uid);
        multus.setStatus(status(generation));
        return multus;
    }

    /** One that rolled that generation out. */
    private static LinkerdMultusStatus status(long generation) {
        return new LinkerdMultusStatus(
                "linkerd-multus",
                generation,
                "1",
                "AsAsked",
                new RolledOut(generation, "1"),
                new Accepted(generation, OperandSpec.EMPTY),
                null,
                null,
                null,
                null,
                List.of(),
                Map.of());
    }
}
