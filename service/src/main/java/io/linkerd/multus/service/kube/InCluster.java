// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The API server as a pod sees it. Token and trust anchor are read from their files for each call, since the kubelet replaces them.
 */
public final class InCluster {
    private final URI url;
    private final Path tokenFile;
    private final Path caFile;
    private final AtomicReference<@Nullable Trust> trust = new AtomicReference<>();

    private record Trust(String pem, SSLContext tls) {}

    /** The API server at {@code url}, which has no path. */
    public InCluster(URI url, Path tokenFile, Path caFile) {
        this.url = url;
        this.tokenFile = tokenFile;
        this.caFile = caFile;
    }

    URI at(String path) {
        return url.resolve(path);
    }

    String authorization(ApiCall call) throws IOException {
        return "Bearer "
                + (call.bearer().isPresent()
                        ? call.bearer().get()
                        : Files.readString(tokenFile).strip());
    }

    /** TLS that trusts what the file says now; the same object for as long as that is the same, since connections are kept by it. */
    SSLContext tls() throws IOException {
        var pem = Files.readString(caFile);
        var known = trust.get();
        if (known != null && known.pem().equals(pem)) {
            return known.tls();
        }
        try {
            var fresh = new Trust(pem, new TrustAnchor(pem).context());
            trust.set(fresh);
            return fresh.tls();
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw new IOException(caFile + ": " + e.getMessage(), e);
        }
    }
}
