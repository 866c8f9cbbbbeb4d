// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import io.linkerd.multus.controller.settings.RolloutSettings;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Whether the rights of rollouts are there, and the policies that keep them small. One ClusterRole lets the controller patch workloads and read
 * these policies: where they may not be read, the rights are missing.
 */
final class HeldRights {
    private static final String GROUP = "admissionregistration.k8s.io";
    private static final String POLICY = "ValidatingAdmissionPolicy";
    private static final ApiResource<GenericKubernetesResource> POLICIES =
            ApiResource.generic(GROUP, "v1", POLICY, "validatingadmissionpolicies", false);
    private static final ApiResource<GenericKubernetesResource> BINDINGS =
            ApiResource.generic(GROUP, "v1", POLICY + "Binding", "validatingadmissionpolicybindings", false);

    /** An administrator takes them away seldom; what is refused meanwhile is told. */
    private static final Duration HELD = Duration.ofMinutes(5);

    /** An administrator who has just given them looks what becomes of it. */
    static final Duration MISSING = Duration.ofSeconds(30);

    private record Look(Optional<Hindrance> missing, long nanos) {}

    private final KubernetesClient client;
    private final RolloutSettings settings;
    private final String user;
    private final LongSupplier nanoClock;
    private final AtomicReference<Optional<Look>> last = new AtomicReference<>(Optional.empty());

    /** Asks by that client, whose account is that one in our namespace. */
    HeldRights(KubernetesClient client, RolloutSettings settings, String namespace, LongSupplier nanoClock) {
        this.client = client;
        this.settings = settings;
        this.user = "system:serviceaccount:" + namespace + ":" + settings.account();
        this.nanoClock = nanoClock;
    }

    /** {@return what is missing} It is asked for again after a while. */
    Optional<Hindrance> missing() {
        var now = nanoClock.getAsLong();
        var known =
                last.get().filter(look -> now - look.nanos() < (look.missing().isEmpty() ? HELD : MISSING).toNanos());
        if (known.isEmpty()) {
            last.set(Optional.of(new Look(look(), now)));
        }
        return last.get().flatMap(Look::missing);
    }

    /** Asks anew the next time. */
    void forget() {
        last.set(Optional.empty());
    }

    private Optional<Hindrance> look() {
        if (!ApiException.call("get API discovery", () -> client.supports(GROUP + "/v1", POLICY))) {
            return Optional.of(Hindrance.policyNotServed());
        }
        try {
            return Stream.of(settings.account() + "-rollouts", settings.account() + "-dry-runs")
                    .filter(name -> !keeps(name))
                    .findFirst()
                    .map(Hindrance::policyMissing);
        } catch (ApiException e) {
            if (e.failure() instanceof ApiFailure.Forbidden) {
                return Optional.of(Hindrance.rightsMissing());
            }
            throw e;
        }
    }

    /** A policy that is bound otherwise would warn, or audit, or spare namespaces. */
    private boolean keeps(String name) {
        boolean policy = POLICIES.read(client, "", name)
                .filter(one -> "Fail".equals(one.get("spec", "failurePolicy")) && isOfUser(one))
                .isPresent();
        return policy
                && BINDINGS.read(client, "", name)
                        .filter(one -> name.equals(one.get("spec", "policyName"))
                                && one.get("spec", "validationActions") instanceof List<?> actions
                                && actions.contains("Deny")
                                && one.get("spec", "matchResources") == null)
                        .isPresent();
    }

    private boolean isOfUser(GenericKubernetesResource policy) {
        return policy.get("spec", "matchConditions") instanceof List<?> conditions
                && String.valueOf(conditions).contains('"' + user + '"');
    }
}
