// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.util.ClientBuilder;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import okhttp3.Response;

/**
 * Gives out clients of the API server that share one connection pool and differ in how long they wait.
 *
 * <p>A watch may be silent for ever, and whoever follows one says when to give it up; nothing else waits for that long.
 */
@Singleton
public class ClusterApi {
    /** A dead connection under a silent watch is found by HTTP/2 pings. */
    private static final Duration PING = Duration.ofSeconds(30);

    private final ClientBuilder builder;
    private final ApiClient shared;

    ClusterApi(ClientBuilder builder, ApiClient shared) {
        this.builder = builder;
        this.shared = shared;
    }

    /** Takes what was answered, and keeps no more of it than it reads. */
    @FunctionalInterface
    public interface Taking<T> {
        T take(Response answer) throws IOException, MalformedJson;
    }

    /**
     * {@return what the API server says to a call} An object of ours may be a Secret: problems repeat nothing of what was read, and of an
     * exception that nobody expects no more is told than its class.
     */
    public static <T> ApiAnswer<T> ask(ObjectWatch.Request request, Taking<T> taking) {
        try (var response = request.open().execute()) {
            return HeadList.answer(response, _ -> taking.take(response));
        } catch (MalformedJson malformed) {
            return new ApiAnswer.Failed<>(
                    new ApiFailure.Unreachable("it answers in no JSON that was to be expected: " + malformed.reason()));
        } catch (IOException | ApiException failed) {
            return new ApiAnswer.Failed<>(ApiFailure.Unreachable.because(failed));
        } catch (RuntimeException unreadable) {
            return new ApiAnswer.Failed<>(new ApiFailure.Unreachable(
                    "its answer cannot be read, " + unreadable.getClass().getSimpleName()));
        }
    }

    /** A question whose answer is read as it comes, without the client's models. */
    @FunctionalInterface
    interface Question<T> {
        ApiAnswer<T> put() throws IOException, ApiException, MalformedJson;
    }

    /** {@return the answer to a question} Whatever goes wrong on the way, even before it is put, is a question without an answer. */
    static <T> ApiAnswer<T> outcome(Question<T> question) {
        try {
            return question.put();
        } catch (MalformedJson malformed) {
            return new ApiAnswer.Failed<>(
                    new ApiFailure.Unreachable("it answers in no JSON that was to be expected: " + malformed.reason()));
        } catch (IOException | ApiException | RuntimeException failed) {
            return new ApiAnswer.Failed<>(ApiFailure.Unreachable.because(failed));
        }
    }

    /** {@return a client whose calls end within the given time, whatever happens} */
    public ApiClient within(Duration deadline) {
        return derived(deadline, deadline);
    }

    /** {@return a client whose answers may go on for as long as the server likes} */
    public ApiClient forWatches() {
        return derived(Duration.ZERO, Duration.ZERO);
    }

    private ApiClient derived(Duration call, Duration read) {
        // Built anew for its credentials, which may be headers of the client and not part of its connections.
        var client = builder.build();
        return client.setHttpClient(shared.getHttpClient()
                .newBuilder()
                .callTimeout(call)
                .readTimeout(read)
                .connectTimeout(Duration.ofSeconds(5))
                .pingInterval(PING)
                .build());
    }

    /** {@return the failure that an answer stands for} */
    static ApiFailure failure(int status, String body) {
        return ApiFailure.of(status, words(body));
    }

    /** The message of the {@code Status} that an API server answers with. */
    private static String words(String body) {
        try {
            return JsonParser.parseString(body) instanceof JsonObject status
                            && status.get("message") instanceof JsonPrimitive message
                    ? message.getAsString()
                    : "without a message";
        } catch (JsonParseException _) {
            return "without a message";
        }
    }
}
