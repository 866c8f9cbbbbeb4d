// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.openshift.api.model.SecurityContextConstraints;
import io.linkerd.multus.controller.api.ApiException;
import io.linkerd.multus.controller.concerns.Concern;
import io.linkerd.multus.controller.concerns.Surroundings;
import io.linkerd.multus.controller.ownership.Owner;
import io.linkerd.multus.controller.work.Outcome;
import io.linkerd.multus.controller.work.ReconcileLoop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the binding that lets the control plane run under an SCC, on clusters that have SCCs. */
public final class SccBindings implements Concern {
    private static final Logger log = LoggerFactory.getLogger(SccBindings.class);
    private static final String KIND = "scc-binding";
    /** The API of SCCs comes with the platform, or never; one small request a minute notices it when it comes late. */
    private static final Duration LOOK_FOR_API = Duration.ofMinutes(1);
    /** While the list of the one binding is on its way. */
    private static final Duration SOON = Duration.ofMillis(250);

    private final Surroundings given;
    private final Desired desired;
    private final ReconcileLoop<String> loop;
    /** The watch of the binding, once the cluster is known to have SCCs. */
    private final AtomicReference<Optional<Bindings>> bindings = new AtomicReference<>(Optional.empty());

    /** Prepares; nothing is watched before the cluster is known to have SCCs. */
    public SccBindings(Surroundings given) {
        this.given = given;
        this.desired = Desired.of(given.settings());
        this.loop = new ReconcileLoop<>(KIND, 1, _ -> reconcile(), given.meters());
    }

    @Override
    public Optional<String> missing() {
        return Optional.empty();
    }

    @Override
    public void begin() {
        loop.start(() -> List.of(desired.name()));
    }

    @Override
    public void end() {
        loop.stop();
    }

    @Override
    public void lookAtAll() {
        loop.add(desired.name());
    }

    @Override
    public void namespaceChanged(String name) {
        if (name.equals(desired.namespace())) {
            lookAtAll();
        }
    }

    @Override
    public void close() {
        end();
        bindings.getAndSet(Optional.empty()).ifPresent(Bindings::close);
    }

    private Outcome reconcile() {
        try {
            return watchedBindings().map(this::reconcile).orElseGet(() -> new Outcome.LookAgain(LOOK_FOR_API));
        } catch (ApiException e) {
            return e.outcome();
        }
    }

    private Outcome reconcile(Bindings watched) {
        if (!watched.isComplete()) {
            return new Outcome.LookAgain(SOON);
        }
        var owner = given.owner().get();
        var plan = BindingPlan.of(desired, given.namespaces().get(desired.namespace()), watched.current(owner), owner);
        if (given.mayWrite().getAsBoolean()) {
            apply(watched, plan.action(), owner);
            given.notices().hold(KIND, plan.notices());
        }
        return new Outcome.Settled();
    }

    private void apply(Bindings watched, BindingAction action, Owner owner) {
        switch (action) {
            case BindingAction.Keep _ -> {}
            case BindingAction.Write(var seenVersion, var reason) -> {
                watched.write(seenVersion, owner);
                wrote("apply", reason);
            }
            case BindingAction.Replace(var seenVersion, var reason) -> {
                watched.remove(seenVersion);
                watched.write(Optional.empty(), owner);
                wrote("replace", reason);
            }
            case BindingAction.Remove(var seenVersion, var reason) -> {
                watched.remove(seenVersion);
                wrote("delete", reason);
            }
        }
    }

    private void wrote(String verb, String reason) {
        given.countWrite(KIND, verb);
        log.atInfo()
                .addKeyValue("namespace", desired.namespace())
                .addKeyValue("name", desired.name())
                .addKeyValue("verb", verb)
                .addKeyValue("reason", reason)
                .log("changed SCC binding");
    }

    private Optional<Bindings> watchedBindings() {
        if (bindings.get().isEmpty()
                && ApiException.call(
                        "get API discovery", () -> given.client().supports(SecurityContextConstraints.class))) {
            bindings.set(Optional.of(new Bindings(given.client(), desired, this::lookAtAll)));
        }
        return bindings.get();
    }
}
