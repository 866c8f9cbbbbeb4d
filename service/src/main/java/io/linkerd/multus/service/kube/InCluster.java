// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The API server as a pod sees it. Token and trust anchor are read from their files for each call, since the kubelet replaces them.
 */
public final class InCluster {
    private final URI url;
    private final Path tokenFile;
    private final Path caFile;
    private final AtomicReference<@Nullable Trust> trust = new AtomicReference<>();

    private record Trust(String pem, SSLContext tls, SSLSocketFactory sockets) {}

    /** The API server at {@code url}, which has no path. */
    public InCluster(URI url, Path tokenFile, Path caFile) {
        this.url = url;
        this.tokenFile = tokenFile;
        this.caFile = caFile;
    }

    URI at(String path) {
        return url.resolve(path);
    }

    /** Checks the token, since clients repeat in their words what makes no header. */
    String authorization(ApiCall call) throws IOException {
        var token = call.bearer().isPresent()
                ? call.bearer().get()
                : Files.readString(tokenFile).strip();
        if (token.isEmpty() || token.chars().anyMatch(character -> character <= ' ' || character > '~')) {
            throw new IOException(
                    call.bearer().isPresent() ? "the token given is none" : tokenFile + " holds no token");
        }
        return "Bearer " + token;
    }

    /** TLS that trusts what the file says now. */
    SSLContext tls() throws IOException {
        return trust().tls();
    }

    /** The same as sockets; one object for as long as the file is the same, since the JDK keeps connections by it. */
    SSLSocketFactory sockets() throws IOException {
        return trust().sockets();
    }

    private Trust trust() throws IOException {
        var pem = Files.readString(caFile);
        var known = trust.get();
        if (known != null && known.pem().equals(pem)) {
            return known;
        }
        try {
            var tls = new TrustAnchor(pem).context();
            var fresh = new Trust(pem, tls, tls.getSocketFactory());
            trust.set(fresh);
            return fresh;
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw new IOException(caFile + ": " + e.getMessage(), e);
        }
    }
}
