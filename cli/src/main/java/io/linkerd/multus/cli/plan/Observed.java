// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.ControllerRules;
import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.attachments.CniSource;
import io.linkerd.multus.contracts.plans.attachments.PodNames;
import java.util.List;
import java.util.Map;

/**
 * All that a plan rests on.
 *
 * @param rules that the controller goes by
 * @param namespaces those that are looked at
 * @param owner that what is written has to have
 * @param source what attachments have to say
 * @param attachments those of our name; absent where the cluster does not know their kind
 * @param rights the objects that give rights of OpenShift; absent where the cluster has no SCCs
 * @param uses pods that need an attachment, by its namespace; absent where nobody had to be asked for
 */
public record Observed(
        ControllerRules rules,
        Sight<List<NamespaceFacts>> namespaces,
        Sight<Owner> owner,
        Sight<CniSource> source,
        Sight<List<KeptView>> attachments,
        Sight<Rights> rights,
        Sight<Map<String, PodNames>> uses) {
    /**
     * The objects that give rights of OpenShift, by their names.
     *
     * @param bindings RoleBindings to SCCs of our name
     * @param earlier those of names that version 0.1 gave
     * @param leaseRoles Roles of the policy controller's right
     * @param leaseBindings RoleBindings to these
     */
    public record Rights(
            Sight<List<KeptView>> bindings,
            List<Sight<List<KeptView>>> earlier,
            Sight<List<KeptView>> leaseRoles,
            Sight<List<KeptView>> leaseBindings) {}

    /** {@return the same, with the pods that were asked for} */
    public Observed with(Sight<Map<String, PodNames>> pods) {
        return new Observed(rules, namespaces, owner, source, attachments, rights, pods);
    }

    /** {@return the owner as it is seen; where it is not, the one that our objects name, since those do not change then} */
    Owner knownOwner() {
        return owner.seen()
                .orElseGet(() -> rules.owner()
                        .<Owner>map(name -> new Owner.Release(
                                name,
                                attachments.seen().stream()
                                        .flatMap(List::stream)
                                        .flatMap(view -> view.marks().owners().stream())
                                        .filter(reference -> reference.name().equals(name))
                                        .map(reference -> reference.uid())
                                        .findFirst()
                                        .orElse("UNKNOWN")))
                        .orElseGet(Owner.None::new));
    }
}
