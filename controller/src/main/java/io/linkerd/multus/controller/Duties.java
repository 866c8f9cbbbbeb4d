// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.linkerd.multus.contracts.plans.attachments.AttachmentCounts;
import io.linkerd.multus.contracts.plans.attachments.AttachmentStanding;
import io.linkerd.multus.controller.attachments.AttachmentListeners;
import io.linkerd.multus.controller.attachments.Installers;
import io.linkerd.multus.controller.attachments.NetworkAttachments;
import io.linkerd.multus.controller.attachments.WithoutAttachments;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.linkerdconfig.LinkerdConfigController;
import io.linkerd.multus.controller.operator.DutyFindings;
import io.linkerd.multus.controller.operator.NamespaceCounts;
import io.linkerd.multus.controller.operator.Operator;
import io.linkerd.multus.controller.reach.WebhookReach;
import io.linkerd.multus.controller.reach.plan.Reach;
import io.linkerd.multus.controller.repair.Repair;
import io.linkerd.multus.controller.rollouts.Rollouts;
import io.linkerd.multus.controller.scc.OpenShiftRights;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.controller.unread.UnreadReports;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What a controller of these settings cares for. */
final class Duties {
    private static final Reach NO_LOOK = new Reach.NotSeen("this controller does not look");
    private static final Reach NO_LOOK_YET =
            new Reach.NotSeen("the operator looks as soon as it carries out the LinkerdMultus");

    private final ControllerContext context;
    private final ControllerSettings settings;
    private final List<Duty> duties = new ArrayList<>();
    private final AtomicReference<Optional<WebhookReach>> reach = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Optional<NetworkAttachments>> attachments = new AtomicReference<>(Optional.empty());

    private Duties(ControllerContext context, ControllerSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    /** {@return all of them} Nothing is asked yet. */
    static List<Duty> of(ControllerContext context, ControllerSettings settings) {
        var made = new Duties(context, settings);
        if (settings.operator().enabled()) {
            made.operator();
        } else {
            made.usual(() -> {}, () -> {});
        }
        return List.copyOf(made.duties);
    }

    private void operator() {
        var operator =
                new Operator(context, settings.operator(), settings.lease().namespace(), this::counts, this::findings);
        context.refusals().onChange(() -> {
            operator.attachmentsChanged();
            operator.findingsChanged();
        });
        if (!settings.operator().alone()) {
            usual(operator::attachmentsChanged, operator::findingsChanged);
        }
        duties.add(operator);
    }

    /**
     * What a cluster needs one of. {@code onAttachments} is called after what namespaces have may have changed, {@code onFindings} after
     * {@link #findings} may have.
     */
    private void usual(Runnable onAttachments, Runnable onFindings) {
        if (settings.attachments().scope().attaches()) {
            attachments(new AttachmentListeners(onAttachments, onFindings));
        } else {
            duties.add(new WithoutAttachments(context, settings));
        }
        duties.add(new UnreadReports(context));
        duties.add(OpenShiftRights.sccs(context, settings));
        duties.add(OpenShiftRights.policyLease(context, settings));
        linkerdConfigs();
        context.pods().ifPresent(watched -> duties.add(new Repair(context, watched, settings)));
        if (settings.reach().webhook().isPresent()) {
            reach(onFindings);
        }
    }

    private void reach(Runnable onFindings) {
        var made = new WebhookReach(context, settings.reach(), settings.lease(), onFindings);
        reach.set(Optional.of(made));
        duties.add(made);
    }

    /** What is refused to attachments is in {@link #counts}. */
    private DutyFindings findings() {
        var refused = new HashMap<>(context.refusals().counts());
        refused.remove(NetworkAttachments.KIND);
        return new DutyFindings(
                reach.get()
                        .map(WebhookReach::current)
                        .orElse(settings.operator().alone() ? NO_LOOK_YET : NO_LOOK),
                refused,
                attachments
                        .get()
                        .map(made -> made.count(AttachmentStanding.CONTESTED))
                        .orElse(0));
    }

    /** Rollouts follow what is honoured, so they begin after it and end after it. */
    private void linkerdConfigs() {
        var rollouts = new Rollouts(
                context,
                settings.rollouts(),
                settings.lease().namespace(),
                settings.attachments().scope());
        duties.add(new LinkerdConfigController(
                context,
                settings.lease().namespace(),
                settings.rollouts().dryRunNamespace(),
                settings.cni(),
                rollouts));
        duties.add(rollouts);
    }

    private void attachments(AttachmentListeners listeners) {
        var made = new NetworkAttachments(
                context,
                settings.controlPlaneNamespace(),
                settings.excluded(),
                settings.cni(),
                settings.attachments(),
                new Installers(context.lists(), settings.lease().namespace(), settings.installer()),
                listeners);
        attachments.set(Optional.of(made));
        duties.add(made);
    }

    /** {@return how many namespaces have their attachment; empty before that is known} Where none is made, none has one or waits. */
    private Optional<NamespaceCounts> counts() {
        return settings.attachments().scope().attaches()
                ? attachments
                        .get()
                        .flatMap(made ->
                                made.counts().map(counts -> counts(counts, made.count(AttachmentStanding.REFUSED))))
                : Optional.of(new NamespaceCounts(0, 0, 0, 0, 0));
    }

    private static NamespaceCounts counts(AttachmentCounts counts, int refused) {
        return new NamespaceCounts(counts.attached(), counts.waiting(), counts.blocked(), counts.leaving(), refused);
    }
}
