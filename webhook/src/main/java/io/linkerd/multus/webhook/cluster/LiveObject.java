// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Asks the API server for one object, while somebody waits for it. Of the answer no more is kept than is read of it, and what later versions
 * have put into it is passed over.
 */
final class LiveObject {
    static final String METADATA = HeadList.metadataAs("PartialObjectMetadata");
    static final String WHOLE = "application/json";

    private final ApiClient client;
    private final Duration longest;

    /** Asks with a client, and for so long at most. */
    LiveObject(ApiClient client, Duration longest) {
        this.client = client;
        this.longest = longest;
    }

    <T> ApiAnswer<T> ask(String form, Deadline deadline, ObjectWatch.Request request, HeadList.Taking<T> taking) {
        var left = deadline.left();
        try {
            var plain = request.open().request();
            var call = client.getHttpClient()
                    .newCall(plain.newBuilder().header("Accept", form).build());
            // Nothing is no limit to it.
            long nanos = Math.max(1, Math.min(left.toNanos(), longest.toNanos()));
            call.timeout().timeout(nanos, TimeUnit.NANOSECONDS);
            try (var _ = deadline.during(call::cancel);
                    var response = call.execute()) {
                return HeadList.answer(response, taking);
            }
        } catch (MalformedJson malformed) {
            return new ApiAnswer.Failed<>(
                    new ApiFailure.Unreachable("it answers in no JSON that was to be expected: " + malformed.reason()));
        } catch (IOException | ApiException failed) {
            return new ApiAnswer.Failed<>(ApiFailure.Unreachable.because(failed));
        }
    }
}
