// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.installer.kube.ApiCall;
import io.linkerd.multus.installer.kube.ApiClient;
import io.linkerd.multus.installer.kube.ObjectWrites;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.service.retry.Backoff;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/** Objects of the cluster, applied and deleted by their names. Where a manifest says no namespace it is this pod's. */
@Singleton
public final class ClusterObjects {
    /** A kind that has just been defined is served a moment later. */
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

    private static final int ATTEMPTS = 8;

    private final ApiClient api;
    private final ObjectWrites writes;
    private final String namespace;

    ClusterObjects(InstallerSettings settings, ApiClient api, ObjectWrites writes) {
        this.api = api;
        this.writes = writes;
        this.namespace = settings.release().namespace();
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

    /** Deletes all of them, the last first; one that is not there, or whose kind is not, is no failure. */
    public Result<Boolean> delete(List<ObjectName> objects) throws InterruptedException {
        for (var object : objects.reversed()) {
            switch (resource(object)) {
                case ApiAnswer.Failed<String>(ApiFailure.NotFound _) -> {}
                case ApiAnswer.Failed<String>(var why) -> {
                    return new Result.Not<>(object + ": " + why.inWords());
                }
                case ApiAnswer.Answered<String>(var path) -> {
                    var deleted = writes.delete(path);
                    if (deleted instanceof ApiAnswer.Failed<JsonValue>(var why)
                            && !(why instanceof ApiFailure.NotFound)) {
                        return new Result.Not<>(object + ": " + why.inWords());
                    }
                }
            }
        }
        return new Result.Ok<>(true);
    }

    private Result<Boolean> apply(ManifestObject object, String path) {
        return switch (writes.apply(path, LinkerdMultus.VERBS_FIELD_MANAGER, object.json())) {
            case ApiAnswer.Answered<JsonValue> _ -> new Result.Ok<>(true);
            case ApiAnswer.Failed<JsonValue>(var why) -> new Result.Not<>(why.inWords());
        };
    }

    private Result<String> path(ObjectName object, int attempts) throws InterruptedException {
        var found = resource(object);
        for (int attempt = 1; attempt < attempts && isUnknown(found); attempt++) {
            Thread.sleep(BACKOFF.after(attempt));
            found = resource(object);
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

    /** Where the object is, as the API server tells of its kind. */
    private ApiAnswer<String> resource(ObjectName object) {
        return switch (api.call(ApiCall.get(object.root()))) {
            case ApiAnswer.Failed<JsonValue>(var why) -> new ApiAnswer.Failed<>(why);
            case ApiAnswer.Answered<JsonValue>(var resources) ->
                resources.items("resources").stream()
                        .filter(resource -> resource.text("kind").orElse("").equals(object.kind()))
                        .filter(resource -> !resource.text("name").orElse("/").contains("/"))
                        .findFirst()
                        .<ApiAnswer<String>>map(resource -> new ApiAnswer.Answered<>(path(object, resource)))
                        .orElseGet(() -> new ApiAnswer.Failed<>(new ApiFailure.NotFound()));
        };
    }

    private String path(ObjectName object, JsonValue resource) {
        var in = object.namespace().isEmpty() ? namespace : object.namespace();
        var plural = resource.text("name").orElse("");
        boolean namespaced = resource.member("namespaced")
                .filter(value -> value.end() - value.start() == "true".length())
                .isPresent();
        return object.root() + (namespaced ? "/namespaces/" + in : "") + "/" + plural + "/" + object.name();
    }
}
