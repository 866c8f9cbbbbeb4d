// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Calls a fake API server by hand. */
final class Caller implements AutoCloseable {
    private final FakeApiServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    Caller(FakeApiServer server) {
        this.server = server;
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return http.send(request(path, headers).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
        var body = HttpRequest.BodyPublishers.ofString(Json.read(json).toString());
        return http.send(request(path).POST(body).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> apply(String path, String manager, String json) throws IOException, InterruptedException {
        var body = HttpRequest.BodyPublishers.ofString(Json.read(json).toString());
        return http.send(
                request(path + "?force=true&fieldManager=" + manager, "Content-Type", Patches.APPLY)
                        .method("PATCH", body)
                        .build(),
                BodyHandlers.ofString());
    }

    /** Opens a watch, whose lines have to be read one after the other. */
    Lines watch(String path) throws IOException, InterruptedException {
        var response = http.send(request(path).build(), BodyHandlers.ofInputStream());
        return new Lines(
                response.statusCode(),
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
    }

    /** The events of a watch. */
    record Lines(int status, BufferedReader reader) implements AutoCloseable {
        JsonNode next() throws IOException {
            return Json.read(reader.readLine());
        }

        /** The types of all events until the end. */
        List<String> rest() throws IOException {
            var types = new ArrayList<String>();
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                types.add(Json.read(line).path("type").asText());
            }
            return types;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    private HttpRequest.Builder request(String path, String... headers) {
        var request = HttpRequest.newBuilder(URI.create(server.url() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
