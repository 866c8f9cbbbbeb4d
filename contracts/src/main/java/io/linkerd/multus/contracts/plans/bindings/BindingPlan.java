// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What is to be done about the binding of our name in one namespace.
 *
 * @param notices all that a person should know about it as long as nothing changes
 */
public record BindingPlan(Change<Binding> change, List<Notice> notices) {
    /** Reason of the Event about a binding of our name that is not ours. */
    static final String FOREIGN = "SccBindingNotOurs";

    /** Copies. */
    public BindingPlan {
        notices = List.copyOf(notices);
    }

    /** {@return the plan for a namespace} Without effects, and the same for the same observation. */
    public static BindingPlan of(
            DesiredBinding desired, Optional<NamespaceFacts> namespace, Seen<Binding> seen, Owner owner) {
        if (namespace.isEmpty() || namespace.get().terminating()) {
            return new BindingPlan(new Change.Keep<>("the namespace is not there"), List.of());
        }
        if (!desired.isWanted()) {
            return new BindingPlan(removal(seen, "no account here is to get it"), List.of());
        }
        return new BindingPlan(
                wanted(desired.binding(), seen, owner),
                seen instanceof Seen.Foreign<Binding> theirs ? List.of(foreign(desired, theirs.uid())) : List.of());
    }

    private static Change<Binding> removal(Seen<Binding> seen, String reason) {
        return seen instanceof Seen.Own<Binding> own
                ? new Change.Remove<>(own.sight(), reason)
                : new Change.Keep<>(reason);
    }

    /** The role that a binding gives cannot be changed. */
    private static Change<Binding> wanted(Binding binding, Seen<Binding> seen, Owner owner) {
        var change = Change.of(seen, binding, owner, "Linkerd's service accounts need it");
        return change instanceof Change.Write<Binding>
                        && seen instanceof Seen.Own<Binding> own
                        && !own.content().map(Binding::role).equals(Optional.of(binding.role()))
                ? new Change.Replace<>(own.sight(), binding, "it gives " + roleOf(own))
                : change;
    }

    private static String roleOf(Seen.Own<Binding> own) {
        return own.content().map(Binding::role).map(BoundRole::name).orElse("nothing");
    }

    private static Notice foreign(DesiredBinding desired, String uid) {
        return Notice.warning(
                new Subject("rbac.authorization.k8s.io/v1", "RoleBinding", desired.namespace(), desired.name(), uid),
                FOREIGN,
                "This release of linkerd-multus did not make this RoleBinding and leaves it untouched, so the service"
                        + " accounts " + String.join(", ", new TreeSet<>(desired.serviceAccounts()))
                        + " may lack the right to " + desired.role().name() + ". Delete it, and ours takes its place.");
    }
}
