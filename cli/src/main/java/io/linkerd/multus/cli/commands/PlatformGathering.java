// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.ConstraintLooks;
import io.linkerd.multus.cli.cluster.KeptKind;
import io.linkerd.multus.cli.cluster.KeptLooks;
import io.linkerd.multus.cli.cluster.QuotaLooks;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.facts.ControllerRules;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.OpenShiftView;
import io.linkerd.multus.cli.facts.OpenShiftView.LackingRight;
import io.linkerd.multus.cli.facts.PlatformView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.plan.LackingRights;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.plans.bindings.DesiredBindings;
import java.util.List;
import java.util.Optional;

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
        return LackingRights.of(rules, namespaces, bindings, new Sight.Absent<>(), new Sight.Absent<>());
    }

    private Sight<List<LackingRight>> leaseRight(ControllerRules rules, Sight<List<NamespaceView>> namespaces) {
        var looks = new KeptLooks(cluster);
        var name = rules.policyLease().name();
        var where = Optional.of(rules.controlPlane());
        return LackingRights.of(
                rules,
                namespaces,
                new Sight.Absent<>(),
                looks.objects(KeptKind.ROLE, name, where),
                looks.objects(KeptKind.BINDING, name, where));
    }
}
