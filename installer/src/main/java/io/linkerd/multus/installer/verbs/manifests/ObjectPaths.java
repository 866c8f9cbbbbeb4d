// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiClient;
import io.linkerd.multus.service.kube.ApiFailure;
import jakarta.inject.Singleton;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Where objects are in the API, as its server tells of their kinds. Where a manifest says no namespace it is this pod's. */
@Singleton
final class ObjectPaths {
    private final ApiClient api;
    private final String namespace;

    ObjectPaths(InstallerSettings settings, ApiClient api) {
        this.api = api;
        this.namespace = settings.release().namespace();
    }

    /** {@return the path of the object; not found where its kind is not} */
    ApiAnswer<String> of(ObjectName object) {
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
        return object.root() + (namespaced ? "/namespaces/" + in : "") + "/" + plural + "/" + encoded(object.name());
    }

    /** Roles may have blanks in their names, and colons, and more. */
    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
