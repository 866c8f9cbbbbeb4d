// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.ConstraintLooks;
import io.linkerd.multus.cli.cluster.KeptKind;
import io.linkerd.multus.cli.cluster.KeptLooks;
import io.linkerd.multus.cli.cluster.QuotaLooks;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.facts.ControllerRules;
import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.OpenShiftView;
import io.linkerd.multus.cli.facts.OpenShiftView.LackingRight;
import io.linkerd.multus.cli.facts.PlatformView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.plan.Observed;
import io.linkerd.multus.cli.plan.Plan;
import io.linkerd.multus.cli.plan.PlannedWrite;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.bindings.DesiredBindings;
import io.linkerd.multus.contracts.plans.bindings.EarlierBindings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks at what the platform asks for besides.
 *
 * @param linkerd namespace of Linkerd's control plane, where the controller was not told another
 * @param namespace to which the look is limited
 */
record PlatformGathering(Cluster cluster, String linkerd, Optional<String> namespace) {
    PlatformView look(ReleaseView release, Sight<List<NamespaceView>> namespaces) {
        var quotas = new QuotaLooks(cluster);
        return new PlatformView(
                quotas.of(release.namespace().orElse(Releases.USUAL_NAMESPACE)),
                release.scope().attaches() ? quotas.ofAttachments(namespace) : new Sight.Absent<>(),
                new KeptLooks(cluster).sccs().map(_ -> openShift(release, namespaces)));
    }

    private OpenShiftView openShift(ReleaseView release, Sight<List<NamespaceView>> namespaces) {
        var looks = new ConstraintLooks(cluster);
        return rules(release)
                .map(rules -> openShift(looks, rules, namespaces))
                .orElseGet(() -> new OpenShiftView(
                        looks.names(),
                        "",
                        new Sight.Absent<>(),
                        new Sight.Absent<>(),
                        new Sight.Absent<>(),
                        new Sight.Absent<>()));
    }

    private OpenShiftView openShift(
            ConstraintLooks looks, ControllerRules rules, Sight<List<NamespaceView>> namespaces) {
        var role = rules.sccs().role().name();
        boolean given = !rules.policyLease().serviceAccounts().isEmpty();
        return new OpenShiftView(
                looks.names(),
                role,
                looks.usable(role),
                concerns(rules.sccs()) ? bindings(rules, namespaces) : new Sight.Absent<>(),
                given && concerns(rules.policyLease()) ? leaseRight(rules, namespaces) : new Sight.Absent<>(),
                namespace.filter(name -> !name.equals(rules.controlPlane())).isPresent()
                        ? new Sight.Absent<>()
                        : held(looks.policyLease(rules.controlPlane())));
    }

    private static Sight<Boolean> held(Sight<Boolean> lease) {
        return lease instanceof Sight.Absent ? new Sight.Seen<>(false) : lease;
    }

    /** {@return what the release's controller goes by, or the operator that is one} One whose variables cannot be read does not run. */
    private Optional<ControllerRules> rules(ReleaseView release) {
        return release.part("controller")
                .or(() -> release.part("operator"))
                .flatMap(part -> ControllerRules.of(part.environment(), part.namespace(), linkerd)
                                instanceof Result.Ok<ControllerRules>(var rules)
                        ? Optional.of(rules)
                        : Optional.empty());
    }

    private boolean concerns(DesiredBindings desired) {
        return namespace
                .filter(name -> !desired.serviceAccounts().containsKey(name))
                .isEmpty();
    }

    private Sight<List<LackingRight>> bindings(ControllerRules rules, Sight<List<NamespaceView>> namespaces) {
        var bindings =
                new KeptLooks(cluster).objects(KeptKind.BINDING, rules.sccs().name(), namespace);
        return lacking(rules, namespaces, bindings, new Sight.Absent<>(), new Sight.Absent<>());
    }

    private Sight<List<LackingRight>> leaseRight(ControllerRules rules, Sight<List<NamespaceView>> namespaces) {
        var looks = new KeptLooks(cluster);
        var name = rules.policyLease().name();
        var where = Optional.of(rules.controlPlane());
        return lacking(
                rules,
                namespaces,
                new Sight.Absent<>(),
                looks.objects(KeptKind.ROLE, name, where),
                looks.objects(KeptKind.BINDING, name, where));
    }

    /** {@return what the controller would write} Who owns an object gives no right, and is left out. */
    private static Sight<List<LackingRight>> lacking(
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
                new Sight.Seen<>(
                        namespaces.stream().map(PlatformGathering::facts).toList()),
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
