// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.contracts.json.JsonWriter;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiPath;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The calls that write what certificates rest on. */
final class CertificateWrites {
    private static final String STRATEGIC_MERGE = "application/strategic-merge-patch+json";
    private static final String MANAGER = "?fieldManager=" + LinkerdMultus.WEBHOOK_FIELD_MANAGER;

    private CertificateWrites() {}

    /** {@return a call that makes a Secret} */
    static ApiCall create(SecretMetadata metadata, Authorities content) {
        var all = ApiPath.core("namespaces", metadata.namespace(), "secrets");
        return ApiCall.post(all + MANAGER, secret(metadata, Optional.empty(), content));
    }

    /** {@return a call that puts a Secret in the place of the one that was read} */
    static ApiCall replace(SecretMetadata metadata, Optional<String> version, Authorities content) {
        var path = ApiPath.core("namespaces", metadata.namespace(), "secrets", metadata.name());
        return ApiCall.put(path + MANAGER, secret(metadata, version, content));
    }

    /**
     * {@return a call that writes nothing but {@code caBundle} and our namespace among the owners} Helm, Argo CD or OLM has the rest: a
     * strategic merge finds webhooks by name and owners by uid, and the version in it makes it optimistic (409 where another client was
     * faster).
     *
     * @param owner empty where the namespace is not wanted as an owner, or is gone
     */
    static ApiCall trust(String configuration, CertificateStep.Trust step, Optional<ObjectOwner> owner) {
        return ApiCall.patch(configuration + MANAGER, STRATEGIC_MERGE, patch(step, owner));
    }

    private static String secret(SecretMetadata metadata, Optional<String> version, Authorities content) {
        return object(json -> {
            json.text("apiVersion", "v1");
            json.text("kind", "Secret");
            json.object("metadata");
            metadata.write(json);
            version.ifPresent(read -> json.text("resourceVersion", read));
            json.end();
            json.text("type", "Opaque");
            json.object("data");
            AuthoritiesFormat.write(content).forEach(json::bytes);
            json.end();
        });
    }

    private static String patch(CertificateStep.Trust step, Optional<ObjectOwner> owner) {
        var gone = step.ownership().gone(owner.map(ObjectOwner::uid));
        return object(json -> {
            json.object("metadata");
            json.text("resourceVersion", step.version());
            if (owner.isPresent() || !gone.isEmpty()) {
                owners(json, owner, gone);
            }
            json.end();
            json.list("webhooks");
            for (var webhook : step.webhooks()) {
                json.object();
                json.text("name", webhook);
                json.object("clientConfig");
                json.bytes("caBundle", step.bundle().pem());
                json.end();
                json.end();
            }
            json.end();
        });
    }

    private static void owners(JsonWriter json, Optional<ObjectOwner> owner, List<String> gone) {
        json.list("ownerReferences");
        owner.ifPresent(home -> home.write(json));
        for (var uid : gone) {
            json.object();
            json.text("$patch", "delete");
            json.text("uid", uid);
            json.end();
        }
        json.end();
    }

    private static String object(Consumer<JsonWriter> members) {
        return JsonWriter.text(json -> {
            json.object();
            members.accept(json);
            json.end();
        });
    }
}
