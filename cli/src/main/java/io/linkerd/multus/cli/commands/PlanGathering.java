// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.KeptKind;
import io.linkerd.multus.cli.cluster.KeptLooks;
import io.linkerd.multus.cli.cluster.UseLooks;
import io.linkerd.multus.cli.facts.ControllerRules;
import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.plan.NamedPaths;
import io.linkerd.multus.cli.plan.Observed;
import io.linkerd.multus.cli.plan.Plan;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.attachments.KubeconfigRollout;
import io.linkerd.multus.contracts.plans.attachments.PodNames;
import io.linkerd.multus.contracts.plans.bindings.EarlierBindings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Looks at all that a plan rests on.
 *
 * @param namespace to which the plan is limited
 * @param step told what is looked at next
 * @param notes told what is to be known about the plan
 */
record PlanGathering(
        Cluster cluster, ControllerRules rules, Optional<String> namespace, Consumer<String> step, List<String> notes) {
    Plan plan() {
        var looks = new KeptLooks(cluster);
        step.accept("looking at namespaces");
        var namespaces = looks.namespaces(namespace);
        if (namespaces instanceof Sight.Absent) {
            throw new UnusableInput("there is no namespace " + namespace.orElse(""));
        }
        step.accept("looking at attachments");
        var attachments = attachments(looks);
        var path = path(attachments);
        Sight<Owner> owner = rules.owner().map(looks::owner).orElseGet(() -> new Sight.Seen<>(new Owner.None()));
        var source = looks.source(rules.cni(), path);
        step.accept("looking at rights");
        var seen = new Observed(rules, namespaces, owner, source, attachments, rights(looks), new Sight.Absent<>());
        if (Plan.asksForPods(seen)) {
            step.accept("looking at pods");
            seen = seen.with(uses());
        }
        return Plan.of(seen).withNotes(notes);
    }

    /** All of them, where this user may see them, also for one namespace: they tell which path of the kubeconfig is on the nodes. */
    private Sight<List<KeptView>> attachments(KeptLooks looks) {
        if (!rules.scope().attaches()) {
            return new Sight.Absent<>();
        }
        var all = looks.objects(KeptKind.ATTACHMENT, Multus.ATTACHMENT, Optional.empty());
        return all instanceof Sight.Denied && namespace.isPresent()
                ? looks.objects(KeptKind.ATTACHMENT, Multus.ATTACHMENT, namespace)
                : all;
    }

    private String path(Sight<List<KeptView>> attachments) {
        var asked = rules.cni().kubeconfigPath();
        var held = NamedPaths.held(rules, attachments.seen().orElse(List.of()), this::rollout);
        held.ifPresent(path ->
                notes.add("attachments go on naming the kubeconfig " + path + " until the installers have written "
                        + asked + " on all nodes, or for ten minutes on all that are ready"));
        return held.orElse(asked);
    }

    private KubeconfigRollout rollout() {
        var seen = new UseLooks(cluster)
                .rollout(rules.namespace(), rules.cni().installer(), rules.cni().kubeconfigPath());
        seen.whyNot().ifPresent(words -> notes.add("how far the installers are is not known: " + words));
        return seen.seen().orElse(KubeconfigRollout.UNKNOWN);
    }

    private Sight<Observed.Rights> rights(KeptLooks looks) {
        return looks.sccs()
                .map(_ -> new Observed.Rights(
                        looks.objects(KeptKind.BINDING, rules.sccs().name(), namespace),
                        EarlierBindings.names(rules.sccs()).stream()
                                .map(name -> looks.objects(KeptKind.BINDING, name, namespace))
                                .toList(),
                        looks.objects(KeptKind.ROLE, rules.policyLease().name(), namespace),
                        looks.objects(KeptKind.BINDING, rules.policyLease().name(), namespace)));
    }

    private Sight<Map<String, PodNames>> uses() {
        var looks = new UseLooks(cluster);
        var everywhere = looks.pods(Optional.empty());
        if (!(everywhere instanceof Sight.Denied) || namespace.isEmpty()) {
            return everywhere;
        }
        notes.add("pods of other namespaces, which may refer to this one's attachment, were not looked at: "
                + everywhere.whyNot().orElse(""));
        return looks.pods(namespace);
    }
}
