// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.cluster.KeptKind;
import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.plans.NamespaceFacts;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.contracts.plans.attachments.AttachmentPlan;
import io.linkerd.multus.contracts.plans.attachments.AttachmentStanding;
import io.linkerd.multus.contracts.plans.attachments.AttachmentSurroundings;
import io.linkerd.multus.contracts.plans.attachments.CniSource;
import io.linkerd.multus.contracts.plans.attachments.PodNames;
import io.linkerd.multus.contracts.plans.attachments.PodUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What becomes of attachments. */
final class AttachmentWrites {
    private static final String WITHOUT =
            "no network attachments are made: this release has the container runtime call the plugin"
                    + " for every pod (global.mode=chained); attachments of before stay";

    private final Observed seen;
    private final SeenObjects<String> attachments;
    private final Map<String, NamespaceFacts> namespaces;

    private AttachmentWrites(Observed seen, List<KeptView> attachments, List<NamespaceFacts> namespaces) {
        this.seen = seen;
        this.attachments = NamedPaths.attachments(seen.rules(), attachments, seen.knownOwner());
        this.namespaces = namespaces.stream().collect(Collectors.toMap(NamespaceFacts::name, Function.identity()));
    }

    static void of(Observed seen, Plan.Findings found) {
        if (!seen.rules().scope().attaches()) {
            found.notes.add(WITHOUT);
            return;
        }
        found.deciding(seen.attachments());
        found.deciding(seen.namespaces());
        if (seen.attachments() instanceof Sight.Absent) {
            found.notes.add("no network attachments are made: the cluster knows no " + Multus.KIND
                    + ", and the controller waits for Multus");
        }
        writes(seen).ifPresent(writes -> {
            found.deciding(seen.source());
            found.owner(seen.owner());
            found.deciding(seen.uses());
            seen.source().seen().stream()
                    .flatMap(source -> source.notices().stream())
                    .forEach(found.notices::add);
            writes.namespaces.values().stream()
                    .sorted((one, other) -> one.name().compareTo(other.name()))
                    .forEach(facts -> writes.plan(facts, found));
        });
    }

    static boolean anyLeaves(Observed seen) {
        return seen.rules().scope().attaches()
                && writes(seen)
                        .filter(writes -> writes.namespaces.values().stream()
                                .map(facts -> writes.planned(facts, new PodUse.NotLooked()))
                                .anyMatch(plan -> plan.standing() == AttachmentStanding.LEAVING))
                        .isPresent();
    }

    private static Optional<AttachmentWrites> writes(Observed seen) {
        return seen.attachments()
                .seen()
                .flatMap(attachments -> seen.namespaces()
                        .seen()
                        .map(namespaces -> new AttachmentWrites(seen, attachments, namespaces)));
    }

    private void plan(NamespaceFacts facts, Plan.Findings found) {
        var namespace = facts.name();
        var plan = planned(facts, use(namespace));
        new Writer<String>(
                        KeptKind.ATTACHMENT,
                        Multus.ATTACHMENT,
                        seen.rules().instance(),
                        seen.knownOwner(),
                        Contents::members)
                .write(plan.change(), namespace, attachments.view(namespace))
                .ifPresent(found.writes::add);
        found.notices.addAll(plan.notices());
    }

    private AttachmentPlan planned(NamespaceFacts facts, PodUse use) {
        return AttachmentPlan.of(new AttachmentSurroundings(
                        seen.rules().controlPlane(),
                        seen.rules().excluded(),
                        seen.rules().scope(),
                        source(facts.name()),
                        seen.knownOwner(),
                        name -> Optional.ofNullable(namespaces.get(name)),
                        attachments::in)
                .observe(facts, use));
    }

    /** Of a ConfigMap that this user may not see, what the namespace's attachment says stays. */
    private CniSource source(String namespace) {
        return seen.source()
                .seen()
                .orElseGet(() -> new CniSource.Ready(
                        attachments.in(namespace) instanceof Seen.Own<String> own
                                ? own.content().orElse(Unknown.CONFIG)
                                : Unknown.CONFIG));
    }

    private PodUse use(String namespace) {
        return switch (seen.uses()) {
            case Sight.Seen<Map<String, PodNames>>(var uses) ->
                Optional.ofNullable(uses.get(namespace))
                        .<PodUse>map(PodUse.InUse::new)
                        .orElseGet(PodUse.Unused::new);
            case Sight.Absent<Map<String, PodNames>> _,
                    Sight.Denied<Map<String, PodNames>> _,
                    Sight.Failed<Map<String, PodNames>> _ -> new PodUse.NotLooked();
        };
    }

    /** What stands for what cannot be seen. */
    private static final class Unknown {
        private static final String CONFIG = "(made from Linkerd's ConfigMap, which this user may not see)";

        private Unknown() {}
    }
}
