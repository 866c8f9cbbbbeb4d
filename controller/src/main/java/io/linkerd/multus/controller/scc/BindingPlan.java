// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.linkerd.multus.controller.engine.notices.Notice;
import io.linkerd.multus.controller.engine.notices.Subject;
import io.linkerd.multus.controller.engine.ownership.Change;
import io.linkerd.multus.controller.engine.ownership.Owner;
import io.linkerd.multus.controller.engine.ownership.Seen;
import io.linkerd.multus.controller.engine.watch.NamespaceFacts;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done about the binding.
 *
 * @param notices all that a person should know about it as long as nothing changes
 */
record BindingPlan(Change<Binding> change, List<Notice> notices) {
    /** Reason of the Event about a binding of our name that somebody else made. */
    static final String FOREIGN = "SccBindingNotOurs";

    BindingPlan {
        notices = List.copyOf(notices);
    }

    /** {@return the plan} Without effects, and the same for the same observation. */
    static BindingPlan of(Desired desired, Optional<NamespaceFacts> namespace, Seen<Binding> seen, Owner owner) {
        if (namespace.isEmpty() || namespace.get().terminating()) {
            return new BindingPlan(new Change.Keep<>("the control plane's namespace is not there"), List.of());
        }
        return new BindingPlan(
                desired.serviceAccounts().isEmpty() ? unwanted(seen) : wanted(desired.binding(), seen, owner),
                seen instanceof Seen.Foreign<Binding>(var uid) ? List.of(foreign(desired, uid)) : List.of());
    }

    private static Change<Binding> unwanted(Seen<Binding> seen) {
        return seen instanceof Seen.Own<Binding> own
                ? new Change.Remove<>(own.version(), "nobody is to get it any more")
                : new Change.Keep<>("nobody is to get it");
    }

    /** Nobody can change the role that a binding gives. */
    private static Change<Binding> wanted(Binding binding, Seen<Binding> seen, Owner owner) {
        var change = Change.of(seen, binding, owner, "the control plane's service accounts need it");
        return change instanceof Change.Write<Binding>
                        && seen instanceof Seen.Own<Binding> own
                        && !own.content().clusterRole().equals(binding.clusterRole())
                ? new Change.Replace<>(
                        own.version(), binding, "it gives " + own.content().clusterRole())
                : change;
    }

    private static Notice foreign(Desired desired, String uid) {
        return Notice.warning(
                new Subject("rbac.authorization.k8s.io/v1", "RoleBinding", desired.namespace(), desired.name(), uid),
                FOREIGN,
                "linkerd-multus did not make this RoleBinding and leaves it untouched, so Linkerd's control plane may lack the"
                        + " right to " + desired.clusterRole() + ". Delete it, and ours takes its place.");
    }
}
