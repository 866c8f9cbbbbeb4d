// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.ApiClient;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Asks the API server for one object, while somebody waits for it. Of the answer no more is kept than is read of it, and what later versions
 * have put into it is passed over.
 */
final class LiveObject {
    static final String METADATA = HeadList.metadataAs("PartialObjectMetadata");
    static final String WHOLE = "application/json";

    /** Questions at once. Anybody can have some asked, and an API server turns away the others' as well of whom asks too many. */
    private static final int MOST = 32;

    private final ApiClient client;
    private final Duration longest;
    private final LongSupplier nanos;

    /** In turn, as they came. */
    private final Semaphore places = new Semaphore(MOST, true);

    /** Asks with a client, and for so long at most. */
    LiveObject(ApiClient client, Duration longest, LongSupplier nanos) {
        this.client = client;
        this.longest = longest;
        this.nanos = nanos;
    }

    <T> ApiAnswer<T> ask(String form, Deadline deadline, ObjectWatch.Request request, HeadList.Taking<T> taking) {
        long begin = nanos.getAsLong();
        if (!deadline.takes(places, longest)) {
            return new ApiAnswer.Failed<>(new ApiFailure.Unreachable("too many questions to it are open"));
        }
        try {
            return ClusterApi.outcome(() -> {
                var plain = request.open().request();
                var call = client.getHttpClient()
                        .newCall(plain.newBuilder().header("Accept", form).build());
                long rest = longest.toNanos() - (nanos.getAsLong() - begin);
                // Nothing is no limit to it.
                call.timeout().timeout(Math.max(1, Math.min(deadline.left().toNanos(), rest)), TimeUnit.NANOSECONDS);
                try (var _ = deadline.during(call::cancel);
                        var response = call.execute()) {
                    return HeadList.answer(response, taking);
                }
            });
        } finally {
            places.release();
        }
    }
}
