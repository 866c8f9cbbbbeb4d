// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.controller.operand.ControllerVariables;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.RolledOut;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import io.linkerd.multus.controller.operator.OperandStatus.Waiting;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tells people by the {@code LinkerdMultus}, and OLM by its OperatorCondition, how an operand is.
 *
 * @param namespaces how many have what they ask for
 * @param last what was told before
 * @param namespace of the operator
 * @param version of the product
 */
record StatusNotice(
        LinkerdMultusWrites writes,
        UpgradeNotice upgrades,
        NamespaceTally namespaces,
        LastStatus last,
        String namespace,
        String version) {
    /** {@return what of this spec and this version was rolled out before} */
    Achieved achieved(LinkerdMultusResource multus) {
        return Achieved.of(last.of(multus).lastRolledOut(), asked(multus));
    }

    /** Tells what came of it. */
    void tell(LinkerdMultusResource multus, Optional<Trouble> trouble, Operands.Outcome outcome) {
        var accepted = accepted(
                last.of(multus),
                trouble,
                () -> new Accepted(multus.getMetadata().getGeneration(), ControllerVariables.followed(multus.asked())));
        tell(multus, trouble, outcome.waitsFor().map(Waiting::rollingOut), accepted, outcome);
    }

    /** Tells what has to go before the object does. */
    void tellRemoval(LinkerdMultusResource multus, String left, Operands.Outcome outcome) {
        var accepted = last.of(multus).lastAccepted();
        tell(multus, Optional.empty(), Optional.of(Waiting.removing(left)), accepted, outcome);
    }

    /**
     * {@return what the controller's other duties follow from now on} They are for this operator's operand alone: beside another one's
     * objects in its place, that one's controller does them, with settings of its own, and two would undo each other's work.
     */
    static Optional<Accepted> accepted(
            LinkerdMultusStatus before, Optional<Trouble> trouble, Supplier<Accepted> asked) {
        return switch (trouble.map(Trouble::reason).orElse("")) {
            case OperandStatus.NOT_OURS -> Optional.empty();
            // Whoever has Linkerd's CNI chart does none of these duties.
            case OperandStatus.SPEC_INVALID, OperandStatus.CNI_CHART_THERE -> before.lastAccepted();
            // Whose objects are in the operand's place is known once each of them was applied: what is refused begins
            // nothing.
            case OperandStatus.NOT_APPLIED -> before.lastAccepted().map(_ -> asked.get());
            default -> Optional.of(asked.get());
        };
    }

    private void tell(
            LinkerdMultusResource multus,
            Optional<Trouble> trouble,
            Optional<Waiting> waitsFor,
            Optional<Accepted> accepted,
            Operands.Outcome outcome) {
        var before = last.of(multus);
        var status = new OperandStatus(
                namespace,
                multus.getMetadata().getGeneration(),
                version,
                trouble,
                waitsFor,
                outcome.done() ? Optional.of(asked(multus)) : before.lastRolledOut(),
                accepted,
                outcome.installer(),
                outcome.webhook(),
                namespaces.current().or(() -> Optional.ofNullable(before.namespaces())),
                outcome.trust());
        var told = status.over(
                before.conditions(), multus.told().more(), Instant.now().truncatedTo(ChronoUnit.SECONDS));
        if (!told.equals(multus.told())) {
            writes.tell(told, last.precondition(multus));
            last.told(multus, told);
        }
        upgrades.tell(status.upgradeable());
    }

    private RolledOut asked(LinkerdMultusResource multus) {
        return new RolledOut(multus.getMetadata().getGeneration(), version);
    }
}
