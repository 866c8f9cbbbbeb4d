// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.oci;

import com.google.cloud.tools.jib.api.Credential;
import com.google.cloud.tools.jib.api.DescriptorDigest;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.event.EventHandlers;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import com.google.cloud.tools.jib.http.FailoverHttpClient;
import com.google.cloud.tools.jib.registry.RegistryClient;
import com.google.cloud.tools.jib.registry.credentials.CredentialRetrievalException;
import java.io.IOException;
import java.security.DigestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A repository of a registry, to which images are pushed with what {@code docker login} or {@code podman login} left. */
public final class Repository {
    private final String name;
    private final RegistryClient client;

    private Repository(String name, RegistryClient client) {
        this.name = name;
        this.client = client;
    }

    /**
     * Logs in.
     *
     * @param name with the registry's host in front
     */
    public static Repository open(String name) throws IOException {
        var slash = name.indexOf('/');
        var host = name.substring(0, slash);
        var path = name.substring(slash + 1);
        try {
            var factory = RegistryClient.factory(
                    EventHandlers.NONE, host, path, new FailoverHttpClient(Loopback.isHost(host), false, _ -> {}));
            var credential = credential(host, path);
            credential.ifPresent(factory::setCredential);
            var client = factory.setUserAgent("linkerd-multus").newRegistryClient();
            if (!client.doPushBearerAuth() && credential.isPresent()) {
                client.configureBasicAuth();
            }
            return new Repository(name, client);
        } catch (RegistryException | CredentialRetrievalException e) {
            throw new IOException("cannot log in to " + name + ": " + e.getMessage(), e);
        }
    }

    private static Optional<Credential> credential(String host, String path) throws CredentialRetrievalException {
        return CredentialRetrieverFactory.forImage(ImageReference.of(host, path, "latest"), _ -> {})
                .dockerConfig()
                .retrieve();
    }

    /** {@return its name, with the registry's host in front} */
    public String name() {
        return name;
    }

    /** Pushes an image under its digest alone. */
    public Descriptor push(OciImage image) throws IOException {
        for (var layer : image.layers()) {
            push(layer);
        }
        push(image.config());
        return push(image.manifest());
    }

    /** Pushes a manifest, whose parts are there already, under its digest alone. */
    public Descriptor push(OciManifest manifest) throws IOException {
        return tag(manifest, manifest.descriptor().digest());
    }

    /** Pushes a manifest, whose parts are there already, under a tag too. */
    public Descriptor tag(OciManifest manifest, String tag) throws IOException {
        var descriptor = manifest.descriptor();
        try {
            var digest = client.pushManifest(manifest, tag).toString();
            if (!digest.equals(descriptor.digest())) {
                throw new IOException(name + " took " + descriptor.digest() + " for " + digest);
            }
            return descriptor;
        } catch (RegistryException e) {
            throw new IOException("cannot push " + name + ":" + tag + ": " + e.getMessage(), e);
        }
    }

    /**
     * Says something about an image that is there already, where clients look for it: by {@code subject}, and by the tag that the
     * distribution specification has for registries without an index of their own ("Referrers Tag Schema").
     */
    public void attach(Descriptor subject, List<Content> statements) throws IOException {
        push(OciManifest.NOTHING);
        var manifests = new ArrayList<OciManifest>();
        for (var statement : statements) {
            push(statement);
            var manifest = OciManifest.about(subject, statement.descriptor());
            push(manifest);
            manifests.add(manifest);
        }
        tag(OciManifest.referrers(manifests), subject.digest().replace(':', '-'));
    }

    /** {@return whether a manifest of that digest is there} */
    public boolean has(Descriptor manifest) throws IOException {
        return has(manifest.digest());
    }

    /** {@return whether a manifest of that tag or digest is there} */
    public boolean has(String reference) throws IOException {
        try {
            return client.checkManifest(reference).isPresent();
        } catch (RegistryException e) {
            throw new IOException("cannot ask " + name + " for " + reference + ": " + e.getMessage(), e);
        }
    }

    private void push(Content content) throws IOException {
        try {
            var digest = DescriptorDigest.fromDigest(content.descriptor().digest());
            if (client.checkBlob(digest).isEmpty()) {
                client.pushBlob(digest, content.blob(), null, _ -> {});
            }
        } catch (RegistryException | DigestException e) {
            throw new IOException(
                    "cannot push " + content.descriptor().digest() + " to " + name + ": " + e.getMessage(), e);
        }
    }
}
