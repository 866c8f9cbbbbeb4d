// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** Holds the same conversation with any API server, and tells what it answered in words that can be compared. */
public final class ApiConversation {
    private final URI server;
    private final HttpClient http;
    private final Transcript transcript = new Transcript();

    private ApiConversation(URI server, HttpClient http) {
        this.server = server;
        this.http = http;
    }

    /**
     * Holds it, in a namespace {@code conversation} that is not there yet.
     *
     * @param http has the rights of an administrator; the kind NetworkAttachmentDefinition has to be served
     * @return one line for each call, beginning with its name, and one for each further event of a watch
     */
    public static List<String> hold(URI server, HttpClient http) throws IOException, InterruptedException {
        var conversation = new ApiConversation(server, http);
        for (var step : Script.read()) {
            conversation.send(step);
        }
        return conversation.transcript.lines();
    }

    /** {@return what a real API server answered when that was last written down} */
    public static List<String> recorded() {
        return Script.lines("answers.txt");
    }

    private void send(Step unfilled) throws IOException, InterruptedException {
        var step = unfilled.filled(Script.answers(transcript));
        var path = step.isWatch() ? step.path() + "&watch=true&timeoutSeconds=1" : step.path();
        var body = step.body().isEmpty() ? "" : Json.read(step.body()).toString();
        var response = http.send(
                HttpRequest.newBuilder(server.resolve(path))
                        .header("Content-Type", step.method().mediaType)
                        .header("Accept", "application/json" + step.compared().form)
                        .header("User-Agent", "conversation/1")
                        .method(step.method().verb, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        transcript.note(step, response.statusCode(), bodies(step, response.body()));
    }

    private static List<JsonNode> bodies(Step step, String text) {
        if (step.compared() == Step.Compared.CODE || !text.startsWith("{")) {
            return List.of(Json.object());
        }
        return step.isWatch()
                ? text.lines()
                        .map(Json::read)
                        .filter(event -> !event.path("type").asText().equals("BOOKMARK"))
                        .toList()
                : List.of(Json.read(text));
    }
}
