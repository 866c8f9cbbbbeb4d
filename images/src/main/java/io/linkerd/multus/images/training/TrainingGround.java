// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.training;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.runtime.JvmFlags;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Where one service runs outside of a cluster as it runs in a pod: a service account's files, free ports, an API server.
 *
 * @param server the API server, with {@link Fixtures} in it
 * @param directory a directory of its own
 * @param healthPort where it shall answer {@code /readyz}
 * @param httpsPort where a webhook shall serve
 */
public record TrainingGround(LoneApiServer server, Path directory, int healthPort, int httpsPort) {
    private static final Duration READY_PATIENCE = Duration.ofMinutes(3);
    private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(10);

    /** Prepares one for {@code service}. */
    public static TrainingGround prepare(LoneApiServer server, Service service, Path directory) throws IOException {
        var account = Files.createDirectories(directory.resolve("serviceaccount"));
        Files.writeString(
                account.resolve("ca.crt"), server.authority().identity().certificatePem());
        Files.writeString(account.resolve("namespace"), Fixtures.NAMESPACE);
        Files.writeString(
                account.resolve("token"),
                server.admin().token(Fixtures.NAMESPACE, Fixtures.RELEASE + "-" + service.module()));
        return new TrainingGround(server, directory, freePort(), freePort());
    }

    /** Returns the files that a pod has under {@code /var/run/secrets/kubernetes.io/serviceaccount}. */
    public Path serviceAccount() {
        return directory.resolve("serviceaccount");
    }

    /** Returns what the kubelet and the chart tell every service. */
    public Map<String, String> environment(Service service) {
        var environment = new HashMap<>(JvmFlags.ENVIRONMENT);
        environment.put("KUBERNETES_SERVICE_HOST", server.uri().getHost());
        environment.put("KUBERNETES_SERVICE_PORT", String.valueOf(server.uri().getPort()));
        environment.put("LINKERD_MULTUS_POD_NAME", service.module() + "-0");
        environment.put("LINKERD_MULTUS_NAMESPACE", Fixtures.NAMESPACE);
        environment.put("LINKERD_MULTUS_RELEASE", Fixtures.RELEASE);
        environment.put("LINKERD_MULTUS_HEALTH_PORT", String.valueOf(healthPort));
        return environment;
    }

    /** Waits until {@code process} says that it is ready, and returns how long that took from now. */
    public Duration awaitReady(TetheredProcess process) throws IOException {
        var start = System.nanoTime();
        try (var http = HttpClient.newHttpClient()) {
            while (System.nanoTime() - start < READY_PATIENCE.toNanos()) {
                if (!process.isAlive()) {
                    throw new IOException(process + " ended before it was ready");
                }
                if (status(http, "/readyz") == 200) {
                    return Duration.ofNanos(System.nanoTime() - start);
                }
                LockSupport.parkNanos(POLL.toNanos());
            }
            throw new IOException(process + " is not ready after " + READY_PATIENCE.toSeconds() + " s: "
                    + health("/readyz").body());
        }
    }

    /** Waits until {@code condition} holds. */
    public void await(String what, Condition condition) throws IOException {
        var start = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - start > READY_PATIENCE.toNanos()) {
                throw new IOException("not within " + READY_PATIENCE.toSeconds() + " s: " + what);
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    /** Something to wait for. */
    public interface Condition {
        boolean holds() throws IOException;
    }

    /** Asks for {@code /livez}, {@code /readyz} or {@code /metrics}. */
    public HttpResponse<String> health(String path) throws IOException {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request(path), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while asking for " + path, e);
        }
    }

    private int status(HttpClient http, String path) {
        try {
            return http.send(request(path), BodyHandlers.discarding()).statusCode();
        } catch (IOException _) {
            // Nobody listens yet.
            return 0;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + healthPort + path))
                .timeout(REQUEST_PATIENCE)
                .build();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
