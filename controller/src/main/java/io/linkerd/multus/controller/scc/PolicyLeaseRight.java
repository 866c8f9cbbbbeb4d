// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.bindings.Binding;
import io.linkerd.multus.contracts.plans.bindings.DesiredBindings;
import io.linkerd.multus.contracts.plans.bindings.GivenRole;
import io.linkerd.multus.contracts.plans.bindings.PolicyLeasePlan;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.ownership.KeptObjects;
import io.linkerd.multus.controller.settings.ControllerSettings;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The right of Linkerd's policy controller to make its Lease: a Role of our name in the control plane's namespace, and its binding. */
record PolicyLeaseRight(
        ControllerContext context,
        DesiredBindings desired,
        KeptObjects<Role, GivenRole> roles,
        KeptObjects<RoleBinding, Binding> bindings)
        implements WatchedRight {
    private static final String ALSO_NEEDED = "delete of leases " + Linkerd.POLICY_LEASE;

    /** {@return it, not watched yet} {@code onChange} is told the namespace of each object that came, changed or went. */
    static PolicyLeaseRight of(ControllerContext context, ControllerSettings settings, Consumer<String> onChange) {
        var desired = DesiredBindings.ofPolicyLease(
                settings.release(), settings.policyLease(), settings.controlPlaneNamespace());
        var name = desired.name();
        var label = BindingKind.OF_POLICY_LEASE;
        return new PolicyLeaseRight(
                context,
                desired,
                context.keep(new RoleKind(label, name, ALSO_NEEDED), onChange),
                context.keep(new BindingKind(label + "-binding", name, ALSO_NEEDED), onChange));
    }

    @Override
    public void start() {
        roles.start();
        bindings.start();
    }

    @Override
    public boolean isComplete() {
        return roles.isComplete() && bindings.isComplete();
    }

    @Override
    public List<String> whyNotReady() {
        return Stream.of(roles.whyNotReady(), bindings.whyNotReady())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public Stream<String> namespaces() {
        return Stream.concat(roles.namespaces(), bindings.namespaces());
    }

    /** The Role first: the API server refuses a binding to one that is not there. */
    @Override
    public List<Notice> bring(String namespace, Owner owner) {
        var plan = PolicyLeasePlan.of(
                desired.in(namespace),
                context.namespaces().get(namespace),
                roles.in(namespace, owner),
                bindings.in(namespace, owner),
                owner);
        roles.carryOut(plan.role(), namespace, owner);
        bindings.carryOut(plan.binding(), namespace, owner);
        return plan.notices();
    }

    @Override
    public void close() {
        roles.close();
        bindings.close();
    }
}
