// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.training;

import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.runtime.JvmFlags;
import io.linkerd.multus.localcluster.apiserver.FreePort;
import io.linkerd.multus.localcluster.apiserver.PlainApiClient;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Where one service runs outside of a cluster as it runs in a pod: a service account's files, free ports, an API server.
 *
 * @param cluster the API server, with our release in it
 * @param service which one
 * @param directory a directory of its own
 * @param healthPort where it shall answer {@code /readyz}
 * @param httpsPort where a webhook shall serve
 */
public record TrainingGround(TrainingCluster cluster, Service service, Path directory, int healthPort, int httpsPort) {
    private static final Duration READY_PATIENCE = Duration.ofMinutes(3);
    private static final Duration REQUEST_PATIENCE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(10);

    /** Prepares one for {@code service}. */
    public static TrainingGround prepare(TrainingCluster cluster, Service service, Path directory) throws IOException {
        var account = Files.createDirectories(directory.resolve("serviceaccount"));
        Files.writeString(
                account.resolve("ca.crt"),
                cluster.server().authority().identity().certificatePem());
        Files.writeString(account.resolve("namespace"), RenderedChart.RELEASE);
        Files.writeString(
                account.resolve("token"),
                cluster.server().admin().token(RenderedChart.RELEASE, RenderedChart.RELEASE + "-" + service.module()));
        return new TrainingGround(cluster, service, directory, FreePort.find(), FreePort.find());
    }

    /** Returns the files that a pod has under {@code /var/run/secrets/kubernetes.io/serviceaccount}. */
    public Path serviceAccount() {
        return directory.resolve("serviceaccount");
    }

    /** {@return a client that may do everything} */
    public PlainApiClient admin() {
        return cluster.server().admin();
    }

    /** {@return the address of the API server} */
    public URI apiServer() {
        return cluster.server().uri();
    }

    /** {@return a certificate that can be taken for Linkerd's trust anchor} */
    public String trustAnchor() {
        return cluster.server().authority().identity().certificatePem();
    }

    /** {@return the folder on this machine that stands for one of the service's node} */
    public Path onNode(String path) {
        return directory.resolve("host" + path);
    }

    /** {@return the folders of its node that the chart gives the service} */
    public List<String> hostFolders() {
        return cluster.chart().hostFolders(service);
    }

    /** {@return a program in C that the build of the service has made, for its image or for its training} */
    public Path program(String name) {
        return cluster.project().programs(service).resolve(name);
    }

    /** {@return what the chart tells the service under that name} */
    public String setting(String name) {
        return Objects.requireNonNull(environment().get(name), name);
    }

    /** {@return what the kubelet and the chart tell the service} */
    public Map<String, String> environment() {
        var environment = new HashMap<>(JvmFlags.environment(service));
        environment.putAll(cluster.chart()
                .environment(
                        service,
                        Map.of(
                                "metadata.name", service.module() + "-0",
                                "metadata.namespace", RenderedChart.RELEASE,
                                "spec.nodeName", TrainingCluster.NODE)));
        environment.put("KUBERNETES_SERVICE_HOST", apiServer().getHost());
        environment.put("KUBERNETES_SERVICE_PORT", String.valueOf(apiServer().getPort()));
        environment.put("LINKERD_MULTUS_HEALTH_PORT", String.valueOf(healthPort));
        return environment;
    }

    /** Waits until {@code process} says that it is ready, and returns how long that took from now. */
    public Duration awaitReady(TetheredProcess process) throws IOException {
        var start = System.nanoTime();
        try (var http = HttpClient.newHttpClient()) {
            var ready = Await.holds(READY_PATIENCE, POLL, () -> {
                if (!process.isAlive()) {
                    throw new IOException(process + " ended before it was ready; its last words:\n" + process.tail());
                }
                return status(http, "/readyz") == 200;
            });
            if (!ready) {
                throw new IOException(process + " is not ready after " + READY_PATIENCE.toSeconds() + " s: "
                        + health("/readyz").body());
            }
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    /** Waits until {@code condition} holds. */
    public void await(String what, Await.Condition condition) throws IOException {
        if (!Await.holds(READY_PATIENCE, POLL, condition)) {
            throw new IOException("not within " + READY_PATIENCE.toSeconds() + " s: " + what);
        }
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
}
