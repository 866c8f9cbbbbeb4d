// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

/** The other writers of Linkerd's ConfigMap, each with its own kind of request and under its own name. */
record ValuesWriters(FakeApiServer api, String namespace) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    static final String NAME = "linkerd-config";

    /** Who, and how: what its request is, by its media type. */
    enum Writer {
        HELM_3("helm", "application/strategic-merge-patch+json", ""),
        HELM_4("helm", "application/apply-patch+yaml", "&force=false"),
        ARGO_CD("argocd-controller", "application/apply-patch+yaml", "&force=true"),
        PERSON("kubectl-edit", "application/merge-patch+json", ""),
        OTHER_CONTROLLER("other-controller", "application/merge-patch+json", "");

        private final String manager;
        private final String mediaType;
        private final String query;

        Writer(String manager, String mediaType, String query) {
            this.manager = manager;
            this.mediaType = mediaType;
            this.query = query;
        }
    }

    String path() {
        return "/api/v1/namespaces/" + namespace + "/configmaps/" + NAME;
    }

    /**
     * Writes.
     *
     * @return whether that was taken: an owner that applies without force meets a conflict where a person owns the text
     */
    boolean write(Writer writer, String text, boolean mayMeetUs) {
        var object = Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of(
                        "name", NAME,
                        "namespace", namespace,
                        "annotations", Map.of("meta.helm.sh/release-name", "linkerd")),
                "data",
                Map.of("values", text));
        var patch = Map.of("data", Map.of("values", text));
        boolean makes = api.get(path()).isEmpty();
        if (makes && !writer.mediaType.startsWith("application/apply")) {
            return send("POST", path().replaceAll("/[^/]*$", ""), "application/json", writer, object, mayMeetUs);
        }
        return writer.mediaType.startsWith("application/apply")
                ? send("PATCH", path(), writer.mediaType, writer, object, mayMeetUs)
                : send("PATCH", path(), writer.mediaType, writer, patch, mayMeetUs);
    }

    private boolean send(
            String method, String path, String mediaType, Writer writer, Map<String, ?> body, boolean mayMeetUs) {
        try {
            var request = HttpRequest.newBuilder(
                            URI.create(api.url() + path + "?fieldManager=" + writer.manager + writer.query))
                    .header("Content-Type", mediaType)
                    .method(method, HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                    .build();
            var answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 == 2) {
                return true;
            }
            boolean metUs = answer.body().contains(LinkerdMultus.CONTROLLER_FIELD_MANAGER);
            if (answer.statusCode() != 409 || (metUs && !mayMeetUs)) {
                throw new AssertionError(writer + " meets " + answer.statusCode() + " " + answer.body());
            }
            return false;
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
