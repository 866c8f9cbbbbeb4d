// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.contracts.plans.bindings.DesiredBindings;
import io.linkerd.multus.contracts.plans.bindings.SccBinding;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.ownership.KeptObjects;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The bindings of our name in all namespaces, and those that version 0.1 made: their name followed from the ClusterRole that they
 * give. An upgrade leaves them, and ours gives the same right under a name that stays.
 *
 * @param current those of our name
 * @param earlier those of the names before
 */
record WatchedBindings(KeptObjects<RoleBinding, SccBinding> current, List<KeptObjects<RoleBinding, SccBinding>> earlier)
        implements AutoCloseable {
    private static final String EARLIER_PREFIX = LinkerdMultus.NAME + "-scc-";
    /** The chart's default, which may have been the role before a change. */
    private static final String EARLIER_DEFAULT = "nonroot-v2";

    /** {@return them, not watched yet} {@code onChange} is told the namespace of each that came, changed or went. */
    static WatchedBindings of(ControllerContext context, DesiredBindings desired, Consumer<String> onChange) {
        var role = desired.clusterRole();
        var names = Stream.of(EARLIER_DEFAULT, role.substring(role.lastIndexOf(':') + 1))
                .distinct()
                .map(EARLIER_PREFIX::concat)
                .filter(name -> !name.equals(desired.name()));
        return new WatchedBindings(
                context.keep(new BindingKind(desired.name(), role), onChange),
                names.map(name -> context.keep(new BindingKind(name, role), onChange))
                        .toList());
    }

    void start() {
        all().forEach(KeptObjects::start);
    }

    boolean isComplete() {
        return all().allMatch(KeptObjects::isComplete);
    }

    List<String> whyNotReady() {
        return all().flatMap(kept -> kept.whyNotReady().stream()).toList();
    }

    /** {@return the namespaces that have one, whoever made it} */
    Stream<String> namespaces() {
        return all().flatMap(KeptObjects::namespaces);
    }

    /** Takes away what an earlier version of this release left in the namespace. */
    void takeEarlierAway(String namespace, Owner owner) {
        for (var kept : earlier) {
            if (kept.in(namespace, owner) instanceof Seen.Own<SccBinding> own) {
                kept.carryOut(new Change.Remove<>(own.sight(), "ours has another name now"), namespace, owner);
            }
        }
    }

    @Override
    public void close() {
        all().forEach(KeptObjects::close);
    }

    private Stream<KeptObjects<RoleBinding, SccBinding>> all() {
        return Stream.concat(Stream.of(current), earlier.stream());
    }
}
