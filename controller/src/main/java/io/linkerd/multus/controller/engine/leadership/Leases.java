// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.leadership;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.controller.engine.api.ApiResource;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import io.linkerd.multus.controller.engine.ownership.OwnedMetadata;
import io.linkerd.multus.controller.settings.LeaseSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads and writes the Lease; every write is made on the condition that nobody else wrote since it was read. */
final class Leases {
    /** How long a holder leads after its last renewal, as other replicas see it. */
    static final Duration DURATION = Duration.ofSeconds(15);
    /** A renewal that takes longer has failed; several fit in before the lease ends. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(3);

    private static final ApiResource<Lease> LEASES = new ApiResource<>("leases", KubernetesClient::leases);

    private final KubernetesClient quick;
    private final ObjectWrites writes;
    private final LeaseSettings settings;
    private final Instance instance;
    private final Supplier<Owner> owner;
    private final InstantSource clock;
    private final Supplier<Map<String, String>> told;

    Leases(
            KubernetesClient client,
            LeaseSettings settings,
            Instance instance,
            Supplier<Owner> owner,
            InstantSource clock,
            Supplier<Map<String, String>> told) {
        this.quick = client.newClient(
                        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                                .withRequestTimeout((int) REQUEST_TIMEOUT.toMillis())
                                .build())
                .adapt(KubernetesClient.class);
        // Who may write is what the Lease itself decides.
        this.writes = new ObjectWrites(client, REQUEST_TIMEOUT, () -> true);
        this.settings = settings;
        this.instance = instance;
        this.owner = owner;
        this.clock = clock;
        this.told = told;
    }

    Optional<Lease> read() {
        return LEASES.read(quick, settings.namespace(), settings.name());
    }

    static LeaseState stateOf(Lease lease) {
        var spec = lease.getSpec();
        return new LeaseState(
                lease.getMetadata().getResourceVersion(),
                Optional.ofNullable(spec.getHolderIdentity()).filter(holder -> !holder.isEmpty()),
                Optional.ofNullable(spec.getLeaseDurationSeconds())
                        .map(Duration::ofSeconds)
                        .orElse(DURATION));
    }

    void create() {
        writes.create(
                LEASES,
                held(new LeaseBuilder()
                        .withNewMetadata()
                        .withNamespace(settings.namespace())
                        .withName(settings.name())
                        .addToLabels(instance.labels())
                        .withOwnerReferences(OwnedMetadata.references(owner.get()))
                        .endMetadata()
                        .withNewSpec()
                        .withLeaseTransitions(0)
                        .withAcquireTime(now())
                        .endSpec()
                        .build()));
    }

    void take(Lease seen, boolean newHolder) {
        var lease = held(seen);
        if (newHolder) {
            var spec = lease.getSpec();
            spec.setAcquireTime(now());
            spec.setLeaseTransitions(
                    Optional.ofNullable(spec.getLeaseTransitions()).orElse(0) + 1);
        }
        writes.update(LEASES, lease);
    }

    /** Lets the next replica take over at once. */
    void release(Lease seen) {
        var lease = new LeaseBuilder(seen).build();
        lease.getSpec().setHolderIdentity(null);
        lease.getSpec().setRenewTime(now());
        writes.update(LEASES, lease);
    }

    private Lease held(Lease lease) {
        return new LeaseBuilder(lease)
                .editMetadata()
                .addToAnnotations(told.get())
                .endMetadata()
                .editSpec()
                .withHolderIdentity(settings.identity())
                .withLeaseDurationSeconds((int) DURATION.toSeconds())
                .withRenewTime(now())
                .endSpec()
                .build();
    }

    private ZonedDateTime now() {
        return clock.instant().atZone(ZoneOffset.UTC);
    }
}
