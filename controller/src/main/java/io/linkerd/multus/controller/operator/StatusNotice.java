// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.linkerd.multus.controller.operator.OperandStatus.RolledOut;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import java.util.Optional;

/**
 * Tells people by the {@code LinkerdMultus}, and OLM by its OperatorCondition, how an operand is.
 *
 * @param namespaces how many have what they ask for
 * @param last what was rolled out before
 * @param namespace of the operator
 * @param version of the product
 */
record StatusNotice(
        LinkerdMultusWrites writes,
        UpgradeNotice upgrades,
        NamespaceTally namespaces,
        LastRollout last,
        String namespace,
        String version) {
    /** {@return what of this spec and this version was rolled out before} */
    Achieved achieved(GenericKubernetesResource multus) {
        return Achieved.of(last.of(multus), asked(multus));
    }

    /** Tells what came of it. */
    void tell(GenericKubernetesResource multus, Optional<Trouble> trouble, Operands.Outcome outcome) {
        tell(multus, trouble, outcome.waitsFor().map(Waiting::rollingOut), outcome);
    }

    /** Tells what has to go before the object does. */
    void tellRemoval(GenericKubernetesResource multus, String left, Operands.Outcome outcome) {
        tell(multus, Optional.empty(), Optional.of(Waiting.removing(left)), outcome);
    }

    private void tell(
            GenericKubernetesResource multus,
            Optional<Trouble> trouble,
            Optional<Waiting> waitsFor,
            Operands.Outcome outcome) {
        var rolledOut = outcome.done() ? Optional.of(asked(multus)) : last.of(multus);
        var status = new OperandStatus(
                namespace,
                multus.getMetadata().getGeneration(),
                version,
                trouble,
                waitsFor,
                rolledOut,
                outcome.installer(),
                outcome.webhook(),
                namespaces.current().or(() -> LinkerdMultuses.namespaces(multus)),
                outcome.trust());
        writes.tell(multus, status);
        last.told(multus, rolledOut);
        upgrades.tell(status.upgradeable());
    }

    private RolledOut asked(GenericKubernetesResource multus) {
        return new RolledOut(multus.getMetadata().getGeneration(), version);
    }
}
