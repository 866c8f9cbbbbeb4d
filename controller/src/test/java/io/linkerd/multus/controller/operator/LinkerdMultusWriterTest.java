// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.RolledOut;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkerdMultusWriterTest {
    private static final Accepted BEFORE = new Accepted(1, OperandSpec.EMPTY);
    private static final Accepted ASKED = new Accepted(2, OperandSpec.EMPTY);

    private static LinkerdMultusStatus before(@Nullable RolledOut rolledOut) {
        return new LinkerdMultusStatus(
                "a", 1L, "1", "AsAsked", rolledOut, BEFORE, null, null, null, null, List.of(), Map.of());
    }

    private static Optional<Accepted> accepted(LinkerdMultusStatus before, String... reason) {
        var trouble = Optional.of(List.of(reason))
                .filter(some -> !some.isEmpty())
                .map(some -> new Trouble(some.getFirst(), "message"));
        return LinkerdMultusWriter.accepted(before, trouble, Optional.of(ASKED), ASKED.generation());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PodSecurity", "NamespaceShared"})
    void aSpecIsAcceptedWhateverIsWrongBesideIt(String reason) {
        assertThat(accepted(LinkerdMultusStatus.EMPTY)).contains(ASKED);
        assertThat(accepted(LinkerdMultusStatus.EMPTY, reason)).contains(ASKED);
    }

    @Test
    void whatWasAcceptedStaysBesideASpecThatCannotBe() {
        assertThat(accepted(before(null), "SpecInvalid")).contains(BEFORE);
        assertThat(accepted(LinkerdMultusStatus.EMPTY, "SpecInvalid")).isEmpty();
    }

    /** All duties ended where somebody asked for the objects of Linkerd's CNI chart, which was there. */
    @Test
    void whatWasAcceptedStaysBesideLinkerdsCniChart() {
        assertThat(accepted(before(null), "CniChartThere")).contains(BEFORE);
        assertThat(accepted(LinkerdMultusStatus.EMPTY, "CniChartThere")).isEmpty();
    }

    /** Who made them does the same duties. */
    @Test
    void nothingIsAcceptedWhereTheObjectsOfAnotherReleaseAre() {
        assertThat(accepted(before(new RolledOut(1, "1")), "NotOurs")).isEmpty();
    }

    /** Beside a bad spec it was known from the status alone, and was lost when another release's objects were in the way. */
    @Test
    void whatWasAcceptedStaysBesideABadSpecAndAnotherReleasesObjects() {
        var notOurs = Optional.of(new Trouble("NotOurs", "message"));

        assertThat(LinkerdMultusWriter.accepted(before(null), notOurs, Optional.of(BEFORE), 2))
                .contains(BEFORE);
    }

    /**
     * Attachments got the path and the scope of a spec whose DaemonSet a policy refused, so that no node had what they say. Before one was
     * accepted, another release's objects may be in the operand's place.
     */
    @Test
    void attachmentsDoNotFollowASpecThatTheApiServerRefuses() {
        assertThat(accepted(before(null), "NotApplied")).contains(BEFORE);
        assertThat(accepted(LinkerdMultusStatus.EMPTY, "NotApplied")).isEmpty();
    }

    @Test
    void anUpgradeThatIsHalfDoneSaysWhatWasLastDoneInFull() {
        var last = new RolledOut(1, "0.1.0");

        assertThat(LinkerdMultusWriter.rolledOut(before(last), Optional.empty(), "0.2.0"))
                .contains(last);
        assertThat(LinkerdMultusWriter.rolledOut(before(last), Optional.of(ASKED), "0.2.0"))
                .contains(new RolledOut(2, "0.2.0"));
    }
}
