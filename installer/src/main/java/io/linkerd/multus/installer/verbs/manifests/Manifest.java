// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The objects of one file, in its order.
 *
 * @param name the file's
 */
public record Manifest(String name, List<ManifestObject> objects) {
    /** An object has 1.5 MiB at most in etcd, and those of a plugin a few kB. A doubled key is refused: it cannot be told which one was meant. */
    static final JsonLimits LIMITS = JsonLimits.ofLength(1 << 20).uniqueKeys().build();

    public Manifest {
        objects = List.copyOf(objects);
    }

    /** {@return what a file holds whose variables have these values, or what is wrong with it} */
    public static Result<Manifest> read(String name, String text, Map<String, String> environment) {
        return Variables.fill(text, environment)
                .then(YamlDocuments::read)
                .then(Manifest::objects)
                .then(objects -> objects.isEmpty()
                        ? new Result.Not<>("holds no object")
                        : new Result.Ok<>(new Manifest(name, objects)));
    }

    /** {@return which objects it holds} */
    public List<ObjectName> names() {
        return objects.stream().map(ManifestObject::object).toList();
    }

    private static Result<List<ManifestObject>> objects(List<String> documents) {
        var objects = new ArrayList<ManifestObject>();
        for (int number = 1; number <= documents.size(); number++) {
            var place = "document " + number;
            var read = JsonText.read(documents.get(number - 1), LIMITS).then(json -> add(json, json.root(), objects));
            if (read instanceof Result.Not<?>(var reason)) {
                return new Result.Not<>(place + ": " + reason);
            }
        }
        return new Result.Ok<>(objects);
    }

    /** Adds the object, or those in a list of objects. */
    private static Result<?> add(JsonText json, JsonValue value, List<ManifestObject> objects) {
        if (value.text("kind").orElse("").endsWith("List") && value.has("items")) {
            for (var item : value.items("items")) {
                if (add(json, item, objects) instanceof Result.Not<?>(var reason)) {
                    return new Result.Not<>(reason);
                }
            }
            return new Result.Ok<>(objects);
        }
        var apiVersion = value.text("apiVersion");
        var kind = value.text("kind");
        var name = value.text("metadata", "name").filter(said -> !said.isEmpty());
        if (apiVersion.isEmpty() || kind.isEmpty() || name.isEmpty()) {
            return new Result.Not<>("an object needs apiVersion, kind and metadata.name");
        }
        var namespace = value.text("metadata", "namespace").orElse("");
        var object = new ObjectName(apiVersion.get(), kind.get(), namespace, name.get());
        return object.problem().<Result<?>>map(Result.Not::new).orElseGet(() -> {
            objects.add(new ManifestObject(object, json.written(value)));
            return new Result.Ok<>(objects);
        });
    }
}
