// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.daemon.networks.NetworkDefinition;
import io.linkerd.multus.daemon.networks.NetworkName;
import java.util.Optional;

/** The fields of one NetworkAttachmentDefinition that mean something, as they stream by. */
final class DefinitionFields {
    private final JsonWalk json;
    private final int longest;
    private String namespace = "";
    private String name = "";
    private String version = "";
    private String config = "";
    private Optional<String> resourceName = Optional.empty();
    private boolean tooLong;

    DefinitionFields(JsonWalk json, int longest) {
        this.json = json;
        this.longest = longest;
    }

    /** Reads the object that is here. */
    Sighting<NetworkDefinition> sighting() throws MalformedJson {
        json.object(key -> {
            switch (key) {
                case "metadata" -> json.object(this::metadata);
                case "spec" -> json.object(this::spec);
                default -> json.skip();
            }
        });
        var definition = new NetworkDefinition(new NetworkName(namespace, name), config, resourceName);
        return new Sighting<>(
                new ObjectName(namespace, name), version, tooLong ? Optional.empty() : Optional.of(definition));
    }

    private void metadata(String key) throws MalformedJson {
        switch (key) {
            case "namespace" -> namespace = json.text();
            case "name" -> name = json.text();
            case "resourceVersion" -> version = json.text();
            case "annotations" -> json.object(this::annotation);
            default -> json.skip();
        }
    }

    private void annotation(String key) throws MalformedJson {
        if (key.equals(NetworkDefinition.RESOURCE_NAME)) {
            resourceName = Optional.of(text());
        } else {
            json.skip();
        }
    }

    private void spec(String key) throws MalformedJson {
        if (key.equals("config")) {
            config = text();
        } else {
            json.skip();
        }
    }

    private String text() throws MalformedJson {
        var text = json.textUpTo(longest);
        tooLong |= text.isEmpty();
        return text.orElse("");
    }
}
