// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.watch;

import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.SyncObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Why objects cannot be listed or watched now. Every change of that is logged, once. */
final class SyncProblem implements SyncObserver {
    private static final Logger log = LoggerFactory.getLogger(SyncProblem.class);

    private final String what;
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());

    /** {@code what} are the objects, for a person: "namespaces". */
    SyncProblem(String what) {
        this.what = what;
    }

    @Override
    public void lost(ApiFailure failure) {
        var text = Optional.of(
                switch (failure) {
                    // Policies and quotas have no say in what is read: it is the permission that is missing.
                    case ApiFailure.Forbidden(var message) ->
                        "permission missing: the controller's ClusterRole must allow list and watch of " + what + " ("
                                + message + ")";
                    case ApiFailure.NotFound _ -> "the API server does not know this kind (is its CRD installed?)";
                    case ApiFailure.Conflict _,
                            ApiFailure.Unauthorized _,
                            ApiFailure.NamespaceTerminating _,
                            ApiFailure.Refused _,
                            ApiFailure.Unreachable _ -> failure.inWords();
                });
        if (!problem.getAndSet(text).equals(text)) {
            log.atLevel(failure instanceof ApiFailure.Forbidden ? Level.ERROR : Level.WARN)
                    .addKeyValue("what", what)
                    .addKeyValue("reason", text.get())
                    .log("cannot list or watch; trying again, what was seen before stays");
        }
    }

    @Override
    public void inStep() {
        problem.getAndSet(Optional.empty())
                .ifPresent(text -> log.atInfo()
                        .addKeyValue("what", what)
                        .addKeyValue("problem", text)
                        .log("listing and watching again"));
    }

    /** {@return what is missing, for a person} {@code isComplete} is whether everything has been seen once. */
    List<String> whyNotReady(boolean isComplete) {
        var reason = problem.get();
        return isComplete
                ? reason.map(text -> "cannot list or watch " + what + " now: " + text).stream()
                        .toList()
                : List.of("waiting for the list of " + what
                        + reason.map(text -> ": " + text).orElse(""));
    }
}
