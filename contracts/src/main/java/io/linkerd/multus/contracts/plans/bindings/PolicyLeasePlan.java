// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is to be done in one namespace about the right of Linkerd's policy controller to make its Lease. It names its Deployment as the
 * Lease's owner, and where the admission plugin OwnerReferencesPermissionEnforcement is on, as on OpenShift, that asks for
 * {@code delete} on the Lease, which Linkerd's own role does not have; {@code linkerd-destination} then never gets ready.
 *
 * @param role what becomes of the Role; it comes before the binding, which the API server refuses while there is no such role
 * @param binding what becomes of the RoleBinding
 * @param notices all that a person should know about them as long as nothing changes
 */
public record PolicyLeasePlan(Change<GivenRole> role, Change<Binding> binding, List<Notice> notices) {
    /** Reason of the Event about a Role or a RoleBinding of our name that is not ours. */
    static final String FOREIGN = "PolicyLeaseRightNotOurs";

    /** What the Role gives, and no more: that verb on that one Lease. */
    static final GivenRole RIGHT = new GivenRole(List.of(new GivenRole.Rule(
            Set.of("coordination.k8s.io"), Set.of("leases"), Set.of(Linkerd.POLICY_LEASE), Set.of("delete"))));

    private static final String API_VERSION = "rbac.authorization.k8s.io/v1";

    /** Copies. */
    public PolicyLeasePlan {
        notices = List.copyOf(notices);
    }

    /**
     * {@return the plan for a namespace} Without effects, and the same for the same observation.
     *
     * @param desired the binding of a Role of its own name
     */
    public static PolicyLeasePlan of(
            DesiredBinding desired,
            Optional<NamespaceFacts> namespace,
            Seen<GivenRole> role,
            Seen<Binding> binding,
            Owner owner) {
        // A Role that another writer made may give anything.
        var bound = role instanceof Seen.Foreign<GivenRole> ? desired.toNobody() : desired;
        return new PolicyLeasePlan(
                role(desired, namespace, role, owner),
                BindingPlan.of(bound, namespace, binding, owner).change(),
                namespace.isPresent() && desired.isWanted() ? foreign(desired, role, binding) : List.of());
    }

    private static Change<GivenRole> role(
            DesiredBinding desired, Optional<NamespaceFacts> namespace, Seen<GivenRole> role, Owner owner) {
        if (namespace.isEmpty() || namespace.get().terminating()) {
            return new Change.Keep<>("the namespace is not there");
        }
        if (desired.isWanted()) {
            return Change.of(role, RIGHT, owner, "Linkerd's policy controller needs it to make its Lease");
        }
        return role instanceof Seen.Own<GivenRole> own
                ? new Change.Remove<>(own.sight(), "Linkerd's control plane is not here, or does not get it")
                : new Change.Keep<>("Linkerd's control plane is not here, or does not get it");
    }

    private static List<Notice> foreign(DesiredBinding desired, Seen<GivenRole> role, Seen<Binding> binding) {
        return Stream.of(foreign(desired, "Role", role), foreign(desired, "RoleBinding", binding))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Notice> foreign(DesiredBinding desired, String kind, Seen<?> seen) {
        return seen instanceof Seen.Foreign<?> foreign
                ? Optional.of(Notice.warning(
                        new Subject(API_VERSION, kind, desired.namespace(), desired.name(), foreign.uid()),
                        FOREIGN,
                        "This release of linkerd-multus did not make this " + kind + " and leaves it untouched, so"
                                + " Linkerd's policy controller may lack the right to delete its Lease "
                                + Linkerd.POLICY_LEASE + ", without which OpenShift does not let it make one, and "
                                + Linkerd.DESTINATION + " does not get ready. Delete it, and ours takes its place."))
                : Optional.empty();
    }
}
