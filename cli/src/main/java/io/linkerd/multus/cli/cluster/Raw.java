// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Answers as they come, of bounded size and in bounded time: whatever a pod serves, or an API server lists. */
public record Raw(Cluster cluster) {
    private static final int LONGEST_SECONDS = 20;

    /** What came of a request. */
    public sealed interface Answer {}

    /**
     * An answer.
     *
     * @param status of HTTP
     * @param cut whether there was more of it than was asked for
     */
    public record Given(int status, String text, boolean cut) implements Answer {}

    /**
     * There was none.
     *
     * @param why in words
     */
    public record None(String why) implements Answer {}

    /** {@return what the API server answers to a GET of {@code path}, up to {@code most} bytes} */
    public Answer get(String path, int most) {
        var answer = CompletableFuture.supplyAsync(() -> read(path, most), Thread::startVirtualThread);
        try {
            return answer.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            return new None("there was no answer within " + LONGEST_SECONDS + " s");
        } catch (ExecutionException e) {
            return new None(Cluster.rootWords(e));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new None("it was interrupted");
        }
    }

    private Given read(String path, int most) {
        var http = cluster.client().getHttpClient();
        var request = http.newHttpRequestBuilder()
                .uri(URI.create(cluster.client().getMasterUrl().toString().replaceAll("/+$", "") + path))
                .build();
        HttpResponse<InputStream> response =
                http.sendAsync(request, InputStream.class).join();
        try (var body = response.body()) {
            var bytes = body.readNBytes(most);
            return new Given(
                    response.code(),
                    new String(bytes, StandardCharsets.UTF_8),
                    bytes.length == most && body.read() >= 0);
        } catch (IOException e) {
            return new Given(response.code(), "", true);
        }
    }

    /** {@return what this user shows to be let in: no output may have it} */
    public List<String> secrets() {
        var config = cluster.client().getConfiguration();
        return Stream.of(
                        config.getAutoOAuthToken(),
                        config.getOauthToken(),
                        config.getPassword(),
                        config.getProxyPassword(),
                        config.getClientKeyData())
                .filter(Objects::nonNull)
                .toList();
    }
}
