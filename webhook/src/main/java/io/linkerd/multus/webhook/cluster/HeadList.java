// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.api.ApiAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.Response;
import okhttp3.ResponseBody;

/** A list of the API server, asked for page by page or watched, of which only the objects' metadata is sent. */
final class HeadList implements AutoCloseable {
    /** The server ends a watch after this time. */
    static final Duration WATCH = Duration.ofMinutes(5);

    /** A page that does not come. */
    private static final Duration PAGE = Duration.ofSeconds(30);

    /** For a watch that does not end by itself: a connection that is dead, and whose end nobody told. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    /** A Status, with its message. */
    private static final long LONGEST_STATUS = 64 << 10;

    private final ApiClient client;
    private final Request request;
    private final AtomicReference<Optional<Call>> open = new AtomicReference<>(Optional.empty());

    /** Makes the call for a list. */
    @FunctionalInterface
    interface Request {
        Call call(Wanted wanted) throws ApiException;
    }

    /**
     * What is wanted of a list.
     *
     * @param watch whether what changes, and not what is there
     * @param version from where on to watch
     * @param page where the page begins
     */
    record Wanted(boolean watch, String version, String page) {
        static final int PAGE_SIZE = 250;
    }

    /** Takes what was answered. */
    @FunctionalInterface
    interface Taking<T> {
        T take(ResponseBody body) throws IOException, MalformedJson;
    }

    HeadList(ApiClient client, Request request) {
        this.client = client;
        this.request = request;
    }

    <T> ApiAnswer<T> page(String begin, Taking<T> taking) {
        return ask(new Wanted(false, "", begin), "PartialObjectMetadataList", PAGE, taking);
    }

    <T> ApiAnswer<T> watch(String version, Taking<T> taking) {
        return ask(new Wanted(true, version, ""), "PartialObjectMetadata", WATCH.plus(GRACE), taking);
    }

    /** {@return the header that asks for objects' metadata alone} */
    static String metadataAs(String form) {
        return "application/json;as=" + form + ";g=meta.k8s.io;v=v1,application/json";
    }

    private <T> ApiAnswer<T> ask(Wanted wanted, String form, Duration longest, Taking<T> taking) {
        return ClusterApi.outcome(() -> {
            var plain = request.call(wanted).request();
            var call = client.getHttpClient()
                    .newCall(plain.newBuilder()
                            .header("Accept", metadataAs(form))
                            .build());
            call.timeout().timeout(longest.toNanos(), TimeUnit.NANOSECONDS);
            open.set(Optional.of(call));
            try (var response = wanted.watch() ? Opening.of(call) : call.execute()) {
                return answer(response, taking);
            }
        });
    }

    /** {@return what an answer says, in our words} */
    static <T> ApiAnswer<T> answer(Response response, Taking<T> taking) throws IOException, MalformedJson {
        if (!response.isSuccessful()) {
            var status = response.peekBody(LONGEST_STATUS).string();
            return new ApiAnswer.Failed<>(ClusterApi.failure(response.code(), status));
        }
        return new ApiAnswer.Answered<>(taking.take(Objects.requireNonNull(response.body())));
    }

    /** Ends the call that is open now. */
    @Override
    public void close() {
        open.get().ifPresent(Call::cancel);
    }
}
