// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import io.linkerd.multus.localcluster.pki.Kubeconfig;
import io.linkerd.multus.localcluster.pki.MutualTls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/** Speaks to an API server in plain requests: paths and texts, no model. */
public final class PlainApiClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String JSON = "application/json";
    private static final String FIELD_MANAGER = "linkerd-multus-cluster";

    /** A token is base64url and dots, so its JSON string has no escapes. */
    private static final Pattern TOKEN = Pattern.compile("\"token\":\\s*\"([A-Za-z0-9_.-]+)\"");

    private static final Duration POLL = Duration.ofMillis(50);

    private final URI server;
    private final HttpClient http;

    /** Makes a client that is known by the certificate in {@code tls}. */
    public PlainApiClient(URI server, SSLContext tls) {
        this.server = server;
        this.http =
                HttpClient.newBuilder().sslContext(tls).connectTimeout(PATIENCE).build();
    }

    /** Makes a client of the API server that {@code kubeconfig} names, as its user. */
    public static PlainApiClient of(Kubeconfig kubeconfig) {
        return new PlainApiClient(kubeconfig.server(), MutualTls.of(kubeconfig.authority(), kubeconfig.user()));
    }

    /** Reads {@code path}. */
    public ApiResponse get(String path) throws IOException {
        return send("GET", path, JSON, BodyPublishers.noBody());
    }

    /** Reads {@code path} in the media type {@code accept}. */
    public ApiResponse get(String path, String accept) throws IOException {
        return send("GET", path, JSON, accept, BodyPublishers.noBody());
    }

    /** Creates, with a JSON or YAML object. */
    public ApiResponse create(String path, String object) throws IOException {
        return send("POST", path, mediaType(object), BodyPublishers.ofString(object));
    }

    /** Replaces the object at {@code path}. */
    public ApiResponse replace(String path, String object) throws IOException {
        return send("PUT", path, mediaType(object), BodyPublishers.ofString(object));
    }

    /** Applies server-side, forcing conflicts: the object at {@code path} is created or gets these fields. */
    public ApiResponse apply(String path, String yaml) throws IOException {
        var query = "?fieldManager=" + FIELD_MANAGER + "&force=true";
        return send("PATCH", path + query, "application/apply-patch+yaml", BodyPublishers.ofString(yaml));
    }

    /** Merges {@code json} into the object at {@code path} (RFC 7386). */
    public ApiResponse merge(String path, String json) throws IOException {
        return send("PATCH", path, "application/merge-patch+json", BodyPublishers.ofString(json));
    }

    /** Changes the object at {@code path} step by step (RFC 6902). */
    public ApiResponse patch(String path, String steps) throws IOException {
        return send("PATCH", path, "application/json-patch+json", BodyPublishers.ofString(steps));
    }

    /** Deletes the object at {@code path}. */
    public ApiResponse delete(String path) throws IOException {
        return send("DELETE", path, JSON, BodyPublishers.noBody());
    }

    /** Waits until {@code path}, of a resource that was just defined, is served. */
    public void awaitServed(String path) throws IOException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        var answer = get(path);
        while (answer.status() != 200 && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL.toNanos());
            answer = get(path);
        }
        answer.orThrow();
    }

    /** Mints a token for a service account that exists; the API server gives it an hour. */
    public String token(String namespace, String serviceAccount) throws IOException {
        var path = "/api/v1/namespaces/" + namespace + "/serviceaccounts/" + serviceAccount + "/token";
        var request = "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{}}";
        var token = TOKEN.matcher(create(path, request).orThrow());
        if (!token.find()) {
            throw new IOException("the answer to a TokenRequest has no token");
        }
        return token.group(1);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private ApiResponse send(String method, String path, String mediaType, BodyPublisher body) throws IOException {
        return send(method, path, mediaType, "application/json, */*", body);
    }

    private ApiResponse send(String method, String path, String mediaType, String accept, BodyPublisher body)
            throws IOException {
        var request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(PATIENCE)
                .header("Content-Type", mediaType)
                .header("Accept", accept)
                .method(method, body)
                .build();
        try {
            var response = http.send(request, BodyHandlers.ofString());
            return new ApiResponse(method + " " + path, response.statusCode(), response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted during " + method + " " + path, e);
        }
    }

    private static String mediaType(String object) {
        return object.stripLeading().startsWith("{") ? JSON : "application/yaml";
    }
}
