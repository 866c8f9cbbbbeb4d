// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.daemon.networks.NetworkDefinition;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiResponse;
import io.linkerd.multus.service.kube.ListReader;
import io.linkerd.multus.service.kube.ObjectStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads NetworkAttachmentDefinitions, and keeps no more of them than their configuration and resource.
 *
 * @param longest of a configuration or resource, in characters; a definition with a longer one has no value
 */
record DefinitionReader(int longest) implements ListReader<Sighting<NetworkDefinition>> {
    /** The API server takes no object that is larger than 3 MiB. */
    private static final int LONGEST_OBJECT = 4 << 20;

    /** Of a configuration that is kept in memory, in characters. A usual one has 500. */
    private static final int LONGEST_KEPT = 8 << 10;

    private static final JsonLimits OBJECT =
            JsonLimits.ofLength(LONGEST_OBJECT).depth(10_000).build();

    /** The same of each object of a list. */
    private static final JsonLimits LIST =
            JsonLimits.ofLength(LONGEST_OBJECT).depth(10_000).endless().build();

    /** Of an event that is about none. */
    private static final Sighting<NetworkDefinition> NONE =
            new Sighting<>(new ObjectName("", ""), "", Optional.empty());

    /** Reads definitions to be remembered. */
    static DefinitionReader remembering() {
        return new DefinitionReader(LONGEST_KEPT);
    }

    /** Reads a definition that was asked for; a longer configuration can be no network. */
    static DefinitionReader asking() {
        return new DefinitionReader(CniNetwork.LIMITS.length());
    }

    @Override
    public ApiCall list(String path) {
        return ApiCall.get(path);
    }

    @Override
    public ApiCall watch(String path) {
        return ApiCall.get(path);
    }

    @Override
    public String objects(InputStream list, Consumer<Sighting<NetworkDefinition>> definitions)
            throws MalformedJson, IOException {
        return JsonDocument.read(list, LIST, json -> ObjectStream.objects(json, this::sighting, definitions));
    }

    @Override
    public Told<Sighting<NetworkDefinition>> told(InputStream event) throws MalformedJson, IOException {
        return JsonDocument.read(
                event, OBJECT, json -> ObjectStream.told(json, this::sighting, NONE, Sighting::version));
    }

    /** Reads the definition of an answer. */
    NetworkDefinition definition(ApiResponse answer) throws MalformedJson, IOException {
        return JsonDocument.read(answer.body(), OBJECT, this::sighting)
                .value()
                .orElseThrow(() -> new MalformedJson("a text is longer than " + longest + " characters"));
    }

    private Sighting<NetworkDefinition> sighting(JsonWalk json) throws MalformedJson {
        return new DefinitionFields(json, longest).sighting();
    }
}
