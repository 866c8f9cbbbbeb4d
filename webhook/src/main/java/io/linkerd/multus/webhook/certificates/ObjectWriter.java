// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.Pair;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import okhttp3.Call;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes what certificates rest on. The client's own way to write any object at all loads each of its six hundred models, which would be
 * a tenth of this process' memory.
 *
 * @param client whose connections and credentials are used
 * @param collection path of the objects, as in {@code /api/v1/namespaces/x/secrets}
 */
record ObjectWriter(ApiClient client, String collection) {
    /** Where the API server has configurations of webhooks. */
    static final String CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/";

    private static final JsonFactory JSON = new JsonFactory();
    private static final String PLAIN = "application/json";
    private static final String STRATEGIC_MERGE = "application/strategic-merge-patch+json";

    /** {@return the path of the Secrets of a namespace} */
    static String secrets(String namespace) {
        return "/api/v1/namespaces/" + namespace + "/secrets";
    }

    /** {@return a call that makes a Secret} */
    Call create(SecretMetadata metadata, Authorities content) throws ApiException {
        return call("POST", collection, PLAIN, secret(metadata, Optional.empty(), content));
    }

    /** {@return a call that puts a Secret in the place of the one that was read} */
    Call replace(SecretMetadata metadata, Optional<String> version, Authorities content) throws ApiException {
        return call("PUT", path(metadata.name()), PLAIN, secret(metadata, version, content));
    }

    /**
     * {@return a call that writes nothing but {@code caBundle}, and the owner where there is one} Whoever applies the chart owns the rest:
     * a strategic merge finds the webhooks by name, and the version in it makes it optimistic (409 where somebody was faster).
     */
    Call trust(String configuration, CertificateStep.Trust step, Optional<ObjectOwner> owner) throws ApiException {
        return call("PATCH", path(configuration), STRATEGIC_MERGE, patch(step, owner));
    }

    private String path(String name) {
        return collection + "/" + client.escapeString(name);
    }

    private Call call(String method, String path, String mediaType, byte[] json) throws ApiException {
        return client.buildCall(
                null,
                path,
                method,
                List.of(new Pair("fieldManager", LinkerdMultus.WEBHOOK_FIELD_MANAGER)),
                List.of(),
                json,
                new HashMap<>(Map.of("Accept", PLAIN, "Content-Type", mediaType)),
                new HashMap<>(),
                new HashMap<>(),
                new String[] {"BearerToken"},
                null);
    }

    private static byte[] secret(SecretMetadata metadata, Optional<String> version, Authorities content) {
        return object(json -> {
            json.writeStringProperty("apiVersion", "v1");
            json.writeStringProperty("kind", "Secret");
            json.writeObjectPropertyStart("metadata");
            metadata.write(json);
            version.ifPresent(read -> json.writeStringProperty("resourceVersion", read));
            json.writeEndObject();
            json.writeStringProperty("type", "Opaque");
            json.writeObjectPropertyStart("data");
            AuthoritiesFormat.write(content).forEach(json::writeBinaryProperty);
            json.writeEndObject();
        });
    }

    private static byte[] patch(CertificateStep.Trust step, Optional<ObjectOwner> owner) {
        return object(json -> {
            json.writeObjectPropertyStart("metadata");
            json.writeStringProperty("resourceVersion", step.version());
            owner.ifPresent(home -> home.write(json));
            json.writeEndObject();
            json.writeArrayPropertyStart("webhooks");
            for (var webhook : step.webhooks()) {
                json.writeStartObject();
                json.writeStringProperty("name", webhook);
                json.writeObjectPropertyStart("clientConfig");
                json.writeBinaryProperty("caBundle", step.bundle().pem());
                json.writeEndObject();
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static byte[] object(Consumer<JsonGenerator> members) {
        var bytes = new ByteArrayOutputStream();
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            members.accept(json);
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }
}
