// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends what changes something. Each request is sent only if we lead in this very moment, and has ended before another may lead,
 * however many of them the work on a key takes.
 */
public final class LeaderWrites {
    /** A leader stands back five seconds before another may take over; the rest is for the way through our own process. */
    public static final Duration LONGEST = Duration.ofSeconds(4);

    private final KubernetesClient client;
    private final BooleanSupplier mayWrite;

    /** Sends by that client, within {@link #LONGEST}, while {@code mayWrite} says so. */
    public LeaderWrites(KubernetesClient client, BooleanSupplier mayWrite) {
        this.client = client.newClient(
                        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                                .withRequestTimeout((int) LONGEST.toMillis())
                                .build())
                .adapt(KubernetesClient.class);
        this.mayWrite = mayWrite;
    }

    /**
     * Sends a request.
     *
     * @param permission the RBAC verb and resource that it needs, as in {@code patch events}
     * @throws NotLeading where it was not sent
     * @throws ApiException where it was not carried out
     */
    public <T extends @Nullable Object> T send(String permission, Function<KubernetesClient, T> request) {
        if (!mayWrite.getAsBoolean()) {
            throw new NotLeading(permission);
        }
        return ApiException.call(permission, () -> request.apply(client));
    }
}
