// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.cluster.KeptKind;
import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.contracts.plans.bindings.Binding;
import io.linkerd.multus.contracts.plans.bindings.BindingPlan;
import io.linkerd.multus.contracts.plans.bindings.EarlierBindings;
import io.linkerd.multus.contracts.plans.bindings.GivenRole;
import io.linkerd.multus.contracts.plans.bindings.PolicyLeasePlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What becomes of the rights that OpenShift asks for. */
final class RightWrites {
    private final Observed seen;
    private final Plan.Findings found;
    private final Owner owner;

    private RightWrites(Observed seen, Plan.Findings found) {
        this.seen = seen;
        this.found = found;
        this.owner = seen.knownOwner();
    }

    static void of(Observed seen, Plan.Findings found) {
        found.deciding(seen.rights());
        seen.rights().seen().ifPresent(rights -> {
            var writes = new RightWrites(seen, found);
            found.owner(seen.owner());
            writes.sccs(rights);
            writes.policyLease(rights);
        });
    }

    private void sccs(Observed.Rights rights) {
        objects(rights.bindings(), Contents::binding).ifPresent(current -> {
            var desired = seen.rules().sccs();
            var earlier = EarlierBindings.names(desired);
            for (var facts : namespaces()) {
                var namespace = facts.name();
                var plan = BindingPlan.of(desired.in(namespace), Optional.of(facts), current.in(namespace), owner);
                binding(desired.name(), plan.change(), namespace, current.view(namespace));
                found.notices.addAll(plan.notices());
                for (int i = 0; i < earlier.size(); i++) {
                    var name = earlier.get(i);
                    objects(rights.earlier().get(i), Contents::binding).ifPresent(old -> {
                        var now = then(plan.change(), current.in(namespace));
                        var change = EarlierBindings.change(desired.in(namespace), now, old.in(namespace));
                        binding(name, change, namespace, old.view(namespace));
                    });
                }
            }
        });
    }

    /** {@return what is there once the change is made} */
    private static Seen<Binding> then(Change<Binding> change, Seen<Binding> before) {
        return switch (change) {
            case Change.Keep<Binding> _ -> before;
            case Change.Remove<Binding> _ -> new Seen.Absent<>();
            case Change.Write<Binding>(var sight, var content, var _) ->
                new Seen.Own<>(sight.orElse(new Seen.Sight("", "")), Optional.of(content), true);
            case Change.Replace<Binding>(var sight, var content, var _) ->
                new Seen.Own<>(sight, Optional.of(content), true);
        };
    }

    private void policyLease(Observed.Rights rights) {
        var desired = seen.rules().policyLease();
        objects(rights.leaseRoles(), Contents::role)
                .ifPresent(roles -> objects(rights.leaseBindings(), Contents::binding)
                        .ifPresent(bindings -> {
                            for (var facts : namespaces()) {
                                var namespace = facts.name();
                                var plan = PolicyLeasePlan.of(
                                        desired.in(namespace),
                                        Optional.of(facts),
                                        roles.in(namespace),
                                        bindings.in(namespace),
                                        owner);
                                role(desired.name(), plan.role(), namespace, roles.view(namespace));
                                binding(desired.name(), plan.binding(), namespace, bindings.view(namespace));
                                found.notices.addAll(plan.notices());
                            }
                        }));
    }

    private void role(String name, Change<GivenRole> change, String namespace, Optional<KeptView> before) {
        write(KeptKind.ROLE, name, Contents::members, change, namespace, before);
    }

    private void binding(String name, Change<Binding> change, String namespace, Optional<KeptView> before) {
        write(KeptKind.BINDING, name, Contents::members, change, namespace, before);
    }

    private <C> void write(
            KeptKind kind,
            String name,
            Function<C, Map<String, Object>> members,
            Change<C> change,
            String namespace,
            Optional<KeptView> before) {
        new Writer<>(kind, name, seen.rules().instance(), owner, members)
                .write(change, namespace, before)
                .ifPresent(found.writes::add);
    }

    private List<NamespaceFacts> namespaces() {
        return seen.namespaces().seen().orElse(List.of());
    }

    private <C> Optional<SeenObjects<C>> objects(Sight<List<KeptView>> views, Function<KeptView, Optional<C>> content) {
        found.deciding(views);
        return views.seen()
                .map(all ->
                        new SeenObjects<>(all, content, _ -> false, seen.rules().instance(), owner));
    }
}
