// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiClient;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.HttpClientTransport;
import io.linkerd.multus.service.retry.Backoff;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Objects of the cluster, applied and deleted by their names. */
@Singleton
public final class ClusterObjects {
    /** A kind that has just been defined is served a moment later. */
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

    private static final int ATTEMPTS = 8;

    private static final Duration LONGEST = Duration.ofSeconds(15);

    private final ApiClient api;
    private final ApiClient writes;
    private final ObjectPaths paths;

    ClusterObjects(ApiClient api, HttpClientTransport writes, ObjectPaths paths) {
        this.api = api;
        this.writes = new ApiClient(writes, LONGEST);
        this.paths = paths;
    }

    /** Applies all objects in order, until one is refused. */
    public Result<Boolean> apply(Manifest manifest) throws InterruptedException {
        boolean defines = manifest.objects().stream()
                .anyMatch(object -> object.object().kind().equals("CustomResourceDefinition"));
        for (var object : manifest.objects()) {
            var applied = path(object.object(), defines ? ATTEMPTS : 1).then(path -> apply(object, path));
            if (applied instanceof Result.Not<Boolean>(var reason)) {
                return new Result.Not<>(object + ": " + reason);
            }
        }
        return new Result.Ok<>(true);
    }

    /**
     * Deletes all of them that were ever applied, the last first; one that is not there, or whose kind is not, is no failure.
     *
     * <p>{@return what stays, and why}
     */
    public Result<List<String>> delete(List<ObjectName> objects) {
        var stays = new ArrayList<String>();
        for (var object : objects.reversed()) {
            switch (delete(object)) {
                case ApiAnswer.Answered<Boolean>(var deleted) when deleted -> {}
                case ApiAnswer.Answered<Boolean> _ -> stays.add(object + " stays: no verb of ours has applied it");
                case ApiAnswer.Failed<Boolean>(ApiFailure.NotFound _) -> {}
                case ApiAnswer.Failed<Boolean>(var why) -> {
                    return new Result.Not<>(object + ": " + object.words(why));
                }
            }
        }
        return new Result.Ok<>(stays);
    }

    /** Whether it was ours, and is going now. */
    private ApiAnswer<Boolean> delete(ObjectName object) {
        return switch (paths.of(object)) {
            case ApiAnswer.Failed<String>(var why) -> new ApiAnswer.Failed<>(why);
            case ApiAnswer.Answered<String>(var path) ->
                switch (api.call(ApiCall.metadata(path))) {
                    case ApiAnswer.Failed<JsonValue>(var why) -> new ApiAnswer.Failed<>(why);
                    case ApiAnswer.Answered<JsonValue>(var there)
                    when !Mark.isOn(there) -> new ApiAnswer.Answered<>(false);
                    case ApiAnswer.Answered<JsonValue>(var ours) ->
                        switch (writes.call(ApiCall.delete(
                                path, ours.text("metadata", "uid").orElse("")))) {
                            case ApiAnswer.Failed<JsonValue>(var why) -> new ApiAnswer.Failed<>(why);
                            case ApiAnswer.Answered<JsonValue> _ -> new ApiAnswer.Answered<>(true);
                        };
                };
        };
    }

    private Result<Boolean> apply(ManifestObject object, String path) {
        return switch (writes.call(ApiCall.apply(path, LinkerdMultus.VERBS_FIELD_MANAGER, Mark.on(object.json())))) {
            case ApiAnswer.Answered<JsonValue> _ -> new Result.Ok<>(true);
            case ApiAnswer.Failed<JsonValue>(var why) ->
                new Result.Not<>(object.object().words(why));
        };
    }

    private Result<String> path(ObjectName object, int attempts) throws InterruptedException {
        var found = paths.of(object);
        for (int attempt = 1; attempt < attempts && isUnknown(found); attempt++) {
            Thread.sleep(BACKOFF.after(attempt));
            found = paths.of(object);
        }
        return switch (found) {
            case ApiAnswer.Answered<String>(var path) -> new Result.Ok<>(path);
            case ApiAnswer.Failed<String>(ApiFailure.NotFound _) ->
                new Result.Not<>("the cluster knows no such kind in " + object.apiVersion());
            case ApiAnswer.Failed<String>(var why) -> new Result.Not<>(why.inWords());
        };
    }

    private static boolean isUnknown(ApiAnswer<String> found) {
        return found instanceof ApiAnswer.Failed<String>(ApiFailure.NotFound _);
    }
}
