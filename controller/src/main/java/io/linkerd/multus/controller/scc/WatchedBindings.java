// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.contracts.plans.bindings.Binding;
import io.linkerd.multus.contracts.plans.bindings.BindingPlan;
import io.linkerd.multus.contracts.plans.bindings.DesiredBindings;
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
    private static final String EARLIER_PREFIX = LinkerdMultus.NAME + "-scc-";
    /** The chart's default, which may have been the role before a change. */
    private static final String EARLIER_DEFAULT = "nonroot-v2";

    /** {@return them, not watched yet} {@code onChange} is told the namespace of each that came, changed or went. */
    static WatchedBindings of(ControllerContext context, DesiredBindings desired, Consumer<String> onChange) {
        var role = desired.role().name();
        var names = Stream.of(EARLIER_DEFAULT, role.substring(role.lastIndexOf(':') + 1))
                .distinct()
                .map(EARLIER_PREFIX::concat)
                .filter(name -> !name.equals(desired.name()));
        return new WatchedBindings(
                context,
                desired,
                context.keep(kind(desired.name(), role), onChange),
                names.map(name -> context.keep(kind(name, role), onChange)).toList());
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
        if (mayLose(namespace, current.in(namespace, owner))) {
            takeEarlierAway(namespace, owner);
        }
        return plan.notices();
    }

    /** Service accounts that are to have the right keep that which an earlier binding gives until ours gives it. */
    private boolean mayLose(String namespace, Seen<Binding> now) {
        return !isWanted(namespace) || now instanceof Seen.Own<Binding>;
    }

    /** Takes away what an earlier version of this release left in the namespace. */
    private void takeEarlierAway(String namespace, Owner owner) {
        for (var kept : earlier) {
            if (kept.in(namespace, owner) instanceof Seen.Own<Binding> own) {
                kept.carryOut(new Change.Remove<>(own.sight(), "ours has another name now"), namespace, owner);
            }
        }
    }

    @Override
    public void close() {
        all().forEach(KeptObjects::close);
    }

    private Stream<KeptObjects<RoleBinding, Binding>> all() {
        return Stream.concat(Stream.of(current), earlier.stream());
    }
}
