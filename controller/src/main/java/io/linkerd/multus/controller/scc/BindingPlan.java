// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.linkerd.multus.controller.namespaces.NamespaceFacts;
import io.linkerd.multus.controller.notices.Notice;
import io.linkerd.multus.controller.notices.Subject;
import io.linkerd.multus.controller.ownership.Owner;
import io.linkerd.multus.controller.scc.BindingAction.Keep;
import io.linkerd.multus.controller.scc.BindingAction.Remove;
import io.linkerd.multus.controller.scc.BindingAction.Replace;
import io.linkerd.multus.controller.scc.BindingAction.Write;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done about the binding.
 *
 * @param notices all that a person should know about it as long as nothing changes
 */
record BindingPlan(BindingAction action, List<Notice> notices) {
    /** Reason of the Event about a binding of our name that somebody else made. */
    static final String FOREIGN = "SccBindingNotOurs";

    BindingPlan {
        notices = List.copyOf(notices);
    }

    private BindingPlan(BindingAction action) {
        this(action, List.of());
    }

    /** Decides; without effects, and the same for the same observation. */
    static BindingPlan of(Desired desired, Optional<NamespaceFacts> namespace, Binding seen, Owner owner) {
        if (namespace.isEmpty() || namespace.get().terminating()) {
            return new BindingPlan(new Keep("the control plane's namespace is not there"));
        }
        return switch (seen) {
            case Binding.Absent() -> new BindingPlan(absent(desired, owner));
            case Binding.Foreign(var uid) ->
                new BindingPlan(new Keep("somebody else made it"), List.of(foreign(desired, uid)));
            case Binding.Own own -> new BindingPlan(own(desired, own, owner));
        };
    }

    private static BindingAction absent(Desired desired, Owner owner) {
        if (desired.serviceAccounts().isEmpty()) {
            return new Keep("nobody is to get it");
        }
        return owner instanceof Owner.Missing
                ? new Keep("the release that would own it is gone")
                : new Write(Optional.empty(), "the control plane's service accounts need it");
    }

    private static BindingAction own(Desired desired, Binding.Own own, Owner owner) {
        if (desired.serviceAccounts().isEmpty()) {
            return new Remove(own.resourceVersion(), "nobody is to get it any more");
        }
        if (owner instanceof Owner.Missing) {
            return new Keep("the release that owns it is gone");
        }
        if (!own.clusterRole().equals(desired.clusterRole())) {
            return new Replace(own.resourceVersion(), "it gives " + own.clusterRole());
        }
        if (!own.serviceAccounts().equals(desired.qualifiedServiceAccounts())) {
            return new Write(Optional.of(own.resourceVersion()), "its subjects differ");
        }
        return own.owned()
                ? new Keep("it is right")
                : new Write(Optional.of(own.resourceVersion()), "the release that owns it is another one");
    }

    private static Notice foreign(Desired desired, String uid) {
        return Notice.warning(
                new Subject("rbac.authorization.k8s.io/v1", "RoleBinding", desired.namespace(), desired.name(), uid),
                FOREIGN,
                "linkerd-multus did not make this RoleBinding and leaves it untouched, so Linkerd's control plane may lack the"
                        + " right to " + desired.clusterRole() + ". Delete it, and ours takes its place.");
    }
}
