// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Tells each request and the status of its answer. The client's own log tells headers too, and with them the user's token; this one tells
 * neither headers nor bodies.
 */
public final class RequestLog implements Interceptor {
    /** By which the client knows it. */
    private static final String NAME = "request-log";

    private final Consumer<String> tell;

    RequestLog(Consumer<String> tell) {
        this.tell = tell;
    }

    /** Has a client tell its requests to the log, at DEBUG. */
    static void into(HttpClient.Builder client) {
        var log = LoggerFactory.getLogger(RequestLog.class);
        if (log.isDebugEnabled()) {
            client.addOrReplaceInterceptor(NAME, new RequestLog(log::debug));
        }
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        tell.accept(request.method() + " " + request.uri() + " " + response.code());
    }

    /** Called for what the client tries again; that a last try failed the command itself says. */
    @Override
    public void afterConnectionFailure(HttpRequest request, Throwable failure) {
        tell.accept(request.method() + " " + request.uri() + " failed: " + failure);
    }
}
