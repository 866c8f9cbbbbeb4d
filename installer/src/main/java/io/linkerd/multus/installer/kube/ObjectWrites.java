// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.settings.ApiServerSettings;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Duration;

/**
 * Applies and deletes objects of the cluster, with the pod's own token.
 *
 * <p>The connection of the {@link ApiClient} knows no PATCH. The daemon never comes here, and is spared what this one's takes.
 */
@Singleton
public final class ObjectWrites {
    private static final Duration DEADLINE = Duration.ofSeconds(15);

    private final ApiServerSettings settings;

    ObjectWrites(InstallerSettings settings) {
        this.settings = settings.api();
    }

    /** Has the object as it is in the JSON, as far as it says anything, whoever else wants it otherwise. */
    public ApiAnswer<JsonValue> apply(String path, String manager, String json) {
        var query = "?fieldManager=" + manager + "&force=true";
        return send(
                path + query,
                request -> request.header("Content-Type", "application/apply-patch+yaml")
                        .method("PATCH", BodyPublishers.ofString(json)));
    }

    /** Deletes the object with this uid, and in the background what it owns; another one of its name is a conflict. */
    public ApiAnswer<JsonValue> delete(String path, String uid) {
        var options = "{\"preconditions\":{" + JsonEdit.member("uid", JsonEdit.quote(uid)) + "}}";
        return send(
                path + "?propagationPolicy=Background",
                request -> request.header("Content-Type", "application/json")
                        .method("DELETE", BodyPublishers.ofString(options)));
    }

    @FunctionalInterface
    private interface Method {
        HttpRequest.Builder of(HttpRequest.Builder request);
    }

    private ApiAnswer<JsonValue> send(String path, Method method) {
        try (var client = client()) {
            var request = method.of(HttpRequest.newBuilder(settings.url().resolve(path)))
                    .timeout(DEADLINE)
                    .header("Accept", "application/json")
                    .header("User-Agent", "linkerd-multus-installer")
                    .header(
                            "Authorization",
                            "Bearer " + Files.readString(settings.tokenFile()).strip())
                    .build();
            var answer = client.send(request, BodyHandlers.ofInputStream());
            try (var body = answer.body()) {
                return ApiClient.answer(answer.statusCode(), body.readNBytes(ApiClient.LIMITS.length() + 1));
            }
        } catch (IOException | GeneralSecurityException e) {
            return new ApiAnswer.Failed<>(ApiFailure.Unreachable.because(e));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new ApiAnswer.Failed<>(new ApiFailure.Unreachable("interrupted"));
        }
    }

    private HttpClient client() throws IOException, GeneralSecurityException {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(DEADLINE)
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(new TrustAnchor(Files.readString(settings.caFile())).context())
                .build();
    }
}
