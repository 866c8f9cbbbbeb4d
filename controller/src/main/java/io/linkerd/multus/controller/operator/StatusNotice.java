// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

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
 * @param findings of the controller's other duties
 * @param last what was told before
 * @param namespace of the operator
 * @param version of the product
 */
record StatusNotice(
        LinkerdMultusWrites writes,
        UpgradeNotice upgrades,
        NamespaceTally namespaces,
        Supplier<DutyFindings> findings,
        LastStatus last,
        String namespace,
        String version) {
    /** What a status says of the spec. {@code rolledOut} is empty where nothing has been since what was told before. */
    private record Told(
            Optional<Trouble> trouble,
            Optional<Waiting> waitsFor,
            Optional<RolledOut> rolledOut,
            Optional<Accepted> accepted) {}

    /** {@return what of that spec and this version was rolled out before} */
    Achieved achieved(LinkerdMultusResource multus, Accepted spec) {
        return Achieved.of(last.of(multus).lastRolledOut(), new RolledOut(spec.generation(), version));
    }

    /** {@return the last spec that was accepted, beside one that cannot be} */
    Optional<Accepted> accepted(LinkerdMultusResource multus) {
        return last.of(multus).lastAccepted();
    }

    /**
     * Tells what came of it.
     *
     * @param spec what was carried out; empty where nothing was
     */
    void tell(
            LinkerdMultusResource multus,
            Optional<Accepted> spec,
            Optional<Trouble> trouble,
            Operands.Outcome outcome) {
        var accepted =
                accepted(last.of(multus), trouble, spec, multus.getMetadata().getGeneration());
        var rolledOut = spec.filter(_ -> outcome.done()).map(done -> new RolledOut(done.generation(), version));
        tell(multus, new Told(trouble, outcome.waitsFor(), rolledOut, accepted), outcome);
    }

    /** Tells what has to go before the object does. */
    void tellRemoval(LinkerdMultusResource multus, String left, Operands.Outcome outcome) {
        var told = new Told(
                Optional.empty(),
                Optional.of(Waiting.removing(left)),
                Optional.empty(),
                last.of(multus).lastAccepted());
        tell(multus, told, outcome);
    }

    /**
     * {@return what the controller's other duties follow from now on} They are for this operator's operand alone: beside another one's
     * objects in its place, that one's controller does them, with settings of its own, and two would undo each other's work. And they are
     * for an operand that has the same settings: what the API server refuses of a new spec may be what would bring its paths to the nodes.
     * Beside a spec with problems the last accepted one is known from the status alone, and stays in it; {@link AskedSettings} does not
     * follow it beside another one's objects.
     *
     * @param asked what was carried out
     * @param generation of the object's own spec
     */
    static Optional<Accepted> accepted(
            LinkerdMultusStatus before, Optional<Trouble> trouble, Optional<Accepted> asked, long generation) {
        return switch (trouble.map(Trouble::reason).orElse("")) {
            case OperandStatus.NOT_OURS ->
                asked.filter(carried -> carried.generation() != generation).flatMap(_ -> before.lastAccepted());
            // Beside Linkerd's CNI chart none of these duties is done.
            case OperandStatus.SPEC_INVALID, OperandStatus.NOT_APPLIED, OperandStatus.CNI_CHART_THERE ->
                before.lastAccepted();
            default -> asked;
        };
    }

    private void tell(LinkerdMultusResource multus, Told news, Operands.Outcome outcome) {
        var before = last.of(multus);
        var status = new OperandStatus(
                namespace,
                multus.getMetadata().getGeneration(),
                version,
                news.trouble(),
                news.waitsFor(),
                news.rolledOut().or(before::lastRolledOut),
                news.accepted(),
                outcome.installer(),
                outcome.webhook(),
                namespaces.current().or(() -> Optional.ofNullable(before.namespaces())),
                outcome.trust(),
                findings.get());
        var told = status.over(
                before.conditions(), multus.told().more(), Instant.now().truncatedTo(ChronoUnit.SECONDS));
        if (!told.equals(multus.told())) {
            writes.tell(told, last.precondition(multus));
            last.told(multus, told);
        }
        upgrades.tell(status.upgradeable());
    }
}
