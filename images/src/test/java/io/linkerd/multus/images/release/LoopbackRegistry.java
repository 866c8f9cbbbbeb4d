// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.apiserver.FreePort;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A registry of images on loopback, whose content is in a folder. */
final class LoopbackRegistry implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final String MANIFESTS =
            "application/vnd.oci.image.index.v1+json," + "application/vnd.oci.image.manifest.v1+json";

    private final String host;
    private final TetheredProcess process;
    private final HttpClient http = HttpClient.newHttpClient();

    private LoopbackRegistry(String host, TetheredProcess process) {
        this.host = host;
        this.process = process;
    }

    /** {@return a host and port for one} */
    static String freeHost() throws IOException {
        return "127.0.0.1:" + FreePort.find();
    }

    /** Starts one, empty where {@code folder} is. */
    static LoopbackRegistry start(Path program, String host, Path folder) throws IOException {
        Files.createDirectories(folder);
        var configuration =
                Files.writeString(folder.resolve("config.yaml"), """
                version: 0.1
                log: {level: warn, accesslog: {disabled: true}}
                storage: {filesystem: {rootdirectory: %s}}
                http: {addr: %s}
                """.formatted(folder.resolve("content"), host));
        var registry = new LoopbackRegistry(
                host,
                TetheredProcess.start(
                        "registry",
                        folder.resolve("registry.log"),
                        Map.of("OTEL_TRACES_EXPORTER", "none"),
                        List.of(program.toString(), "serve", configuration.toString())));
        if (!Await.holds(PATIENCE, PAUSE, registry::answers)) {
            var said = registry.process.tail();
            registry.close();
            throw new IOException("the registry does not answer: " + said);
        }
        return registry;
    }

    private boolean answers() throws InterruptedException {
        try {
            return get("/v2/").statusCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException _) {
            return false;
        }
    }

    /** {@return a manifest, by its tag or digest} */
    JsonNode manifest(String repository, String reference) throws IOException, InterruptedException {
        return json("/v2/" + repository + "/manifests/" + reference);
    }

    /** {@return a content that is JSON} */
    JsonNode blob(String repository, String digest) throws IOException, InterruptedException {
        return json("/v2/" + repository + "/blobs/" + digest);
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        var response = get(path);
        if (response.statusCode() != HttpURLConnection.HTTP_OK) {
            throw new IOException(path + ": " + response.statusCode() + " " + response.body());
        }
        return new ObjectMapper().readTree(response.body());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://" + host + path))
                .header("Accept", MANIFESTS)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        process.close();
        http.close();
    }
}
