// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.bindings.Binding;
import io.linkerd.multus.contracts.plans.bindings.BindingPlan;
import io.linkerd.multus.contracts.plans.bindings.DesiredBindings;
import io.linkerd.multus.contracts.plans.bindings.EarlierBindings;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.ownership.KeptObjects;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The right to an SCC: the bindings of our name in all namespaces, and those that version 0.1 made: their name followed from the ClusterRole
 * that they give. An upgrade leaves them, and ours gives the same right under a name that stays.
 *
 * @param current those of our name
 * @param earlier those of the names before
 */
record WatchedBindings(
        ControllerContext context,
        DesiredBindings desired,
        KeptObjects<RoleBinding, Binding> current,
        List<KeptObjects<RoleBinding, Binding>> earlier)
        implements WatchedRight {
    /** {@return them, not watched yet} {@code onChange} is told the namespace of each that came, changed or went. */
    static WatchedBindings of(ControllerContext context, DesiredBindings desired, Consumer<String> onChange) {
        var role = desired.role().name();
        return new WatchedBindings(
                context,
                desired,
                context.keep(kind(desired.name(), role), onChange),
                EarlierBindings.names(desired).stream()
                        .map(name -> context.keep(kind(name, role), onChange))
                        .toList());
    }

    private static BindingKind kind(String name, String clusterRole) {
        return new BindingKind(BindingKind.OF_SCC, name, "bind of clusterroles " + clusterRole);
    }

    @Override
    public void start() {
        all().forEach(KeptObjects::start);
    }

    @Override
    public boolean isComplete() {
        return all().allMatch(KeptObjects::isComplete);
    }

    @Override
    public List<String> whyNotReady() {
        return all().flatMap(kept -> kept.whyNotReady().stream()).toList();
    }

    @Override
    public Stream<String> namespaces() {
        return all().flatMap(KeptObjects::namespaces);
    }

    @Override
    public List<Notice> bring(String namespace, Owner owner) {
        var seen = current.in(namespace, owner);
        var plan = BindingPlan.of(desired.in(namespace), context.namespaces().get(namespace), seen, owner);
        current.carryOut(plan.change(), namespace, owner);
        var now = current.in(namespace, owner);
        for (var kept : earlier) {
            var change = EarlierBindings.change(desired.in(namespace), now, kept.in(namespace, owner));
            kept.carryOut(change, namespace, owner);
        }
        return plan.notices();
    }

    @Override
    public void close() {
        all().forEach(KeptObjects::close);
    }

    private Stream<KeptObjects<RoleBinding, Binding>> all() {
        return Stream.concat(Stream.of(current), earlier.stream());
    }
}
