// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.ControllerRules;
import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.OpenShiftView.LackingRight;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.bindings.EarlierBindings;
import java.util.List;
import java.util.stream.Stream;

/** Which of the rights that the controller gives on OpenShift are not there as it would write them. */
public final class LackingRights {

    private LackingRights() {}

    /**
     * {@return what the controller would write of the given objects, or why they cannot be seen} Who owns an object gives no right, and is left
     * out; objects of a kind that is {@link Sight.Absent} count as such.
     */
    public static Sight<List<LackingRight>> of(
            ControllerRules rules,
            Sight<List<NamespaceView>> namespaces,
            Sight<List<KeptView>> bindings,
            Sight<List<KeptView>> leaseRoles,
            Sight<List<KeptView>> leaseBindings) {
        var unseen = Stream.of(bindings, leaseRoles, leaseBindings)
                .filter(seen -> seen.whyNot().isPresent())
                .findFirst();
        if (unseen.isPresent()) {
            return unseen.get().map(_ -> List.of());
        }
        var earlier = EarlierBindings.names(rules.sccs()).stream()
                .<Sight<List<KeptView>>>map(_ -> new Sight.Absent<>())
                .toList();
        var rights = new Observed.Rights(bindings, earlier, leaseRoles, leaseBindings);
        return namespaces.map(all -> lacking(Plan.ofRights(observed(rules, all, rights))));
    }

    private static Observed observed(ControllerRules rules, List<NamespaceView> namespaces, Observed.Rights rights) {
        return new Observed(
                rules,
                new Sight.Seen<>(namespaces.stream().map(LackingRights::facts).toList()),
                new Sight.Seen<>(new Owner.None()),
                new Sight.Absent<>(),
                new Sight.Absent<>(),
                new Sight.Seen<>(rights),
                new Sight.Absent<>());
    }

    private static NamespaceFacts facts(NamespaceView namespace) {
        return new NamespaceFacts(namespace.name(), "", namespace.terminating(), namespace.marks());
    }

    private static List<LackingRight> lacking(Plan plan) {
        return Stream.concat(
                        plan.writes().stream()
                                .filter(PlannedWrite::givesMore)
                                .map(write -> new LackingRight(
                                        write.kind() + " " + write.namespace() + "/" + write.name()
                                                + (write.before().isPresent() ? " says something else" : " is missing"),
                                        false)),
                        plan.notices().stream()
                                .map(notice -> new LackingRight(
                                        notice.subject().kind() + " "
                                                + notice.subject().namespace() + "/"
                                                + notice.subject().name() + " was not made by this release",
                                        true)))
                .toList();
    }
}
