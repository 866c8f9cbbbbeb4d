// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.controller.api.ApiException;
import io.linkerd.multus.controller.api.ApiFailure;
import io.linkerd.multus.controller.concerns.Surroundings;
import io.linkerd.multus.controller.ownership.Owner;
import io.linkerd.multus.controller.work.Outcome;
import io.linkerd.multus.controller.work.Reconciler;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives one namespace what it asks for. */
final class AttachmentReconciler implements Reconciler<String> {
    private static final Logger log = LoggerFactory.getLogger(AttachmentReconciler.class);
    /** While the list of pods is on its way, or has to settle. */
    private static final Duration SOON = Duration.ofSeconds(1);
    /** The watch of the pods tells of every change; this is for looks that had to give way to others. */
    private static final Duration LATER = Duration.ofSeconds(60);

    private final AttachmentWorld world;
    private final Surroundings given;

    AttachmentReconciler(AttachmentWorld world, Surroundings given) {
        this.world = world;
        this.given = given;
    }

    @Override
    public Outcome reconcile(String namespace) {
        var currentOwner = given.owner().get();
        var seen = world.observe(namespace, currentOwner);
        if (seen.isEmpty()) {
            return forget(namespace);
        }
        var plan = AttachmentPlan.of(seen.get());
        world.standings().set(namespace, plan.standing());
        if (!given.mayWrite().getAsBoolean()) {
            return new Outcome.Settled();
        }
        try {
            apply(namespace, plan.action(), currentOwner);
            given.notices().hold(place(namespace), plan.notices());
        } catch (ApiException e) {
            return outcome(namespace, e);
        }
        return switch (plan.standing()) {
            case OUT, IN_PLACE, WAITING, FOREIGN -> new Outcome.Settled();
            case LEAVING -> new Outcome.LookAgain(plan.notices().isEmpty() ? SOON : LATER);
        };
    }

    private void apply(String namespace, AttachmentAction action, Owner currentOwner) {
        switch (action) {
            case AttachmentAction.Keep _ -> world.pods().stop(namespace);
            case AttachmentAction.Write write -> {
                world.pods().stop(namespace);
                world.attachments().write(namespace, write, currentOwner);
                given.countWrite(NetworkAttachments.KIND, "apply");
                log.atInfo()
                        .addKeyValue("namespace", namespace)
                        .addKeyValue("reason", write.reason())
                        .log("wrote network attachment");
            }
            case AttachmentAction.Remove(var seenVersion, var reason) -> {
                world.attachments().remove(namespace, seenVersion);
                world.pods().stop(namespace);
                given.countWrite(NetworkAttachments.KIND, "delete");
                log.atInfo()
                        .addKeyValue("namespace", namespace)
                        .addKeyValue("reason", reason)
                        .log("removed network attachment");
            }
            case AttachmentAction.LookAtPods _ -> world.pods().look(namespace);
        }
    }

    private Outcome forget(String namespace) {
        world.standings().set(namespace, Standing.OUT);
        world.pods().stop(namespace);
        given.notices().hold(place(namespace), List.of());
        return new Outcome.Settled();
    }

    /** A namespace that was deleted a moment ago is no failure: the watch is about to tell. */
    private Outcome outcome(String namespace, ApiException failure) {
        boolean namespaceGone = failure.failure() instanceof ApiFailure.NotFound && !world.exists(namespace);
        return namespaceGone ? new Outcome.Settled() : failure.outcome();
    }

    private static String place(String namespace) {
        return "namespace/" + namespace;
    }
}
