// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.contracts.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.util.List;
import java.util.Set;

/**
 * A Secret as the kubelet mounts it. It swaps the link {@code ..data} from one complete version to the next: all files are read of the
 * one that the link led to first. Reasons name files and never what is in them.
 */
record MountedFolder(Path folder) {
    private static final String CERTIFICATE = "tls.crt";
    private static final String KEY = "tls.key";
    private static final String AUTHORITIES = "ca.crt";
    private static final String LINK = "..data";

    /** {@return what is mounted, or why it cannot be served by anybody} */
    Result<MountedCertificate> read() {
        try {
            return read(version());
        } catch (NoSuchFileException missing) {
            return new Result.Not<>(missing.getFile() + " does not exist");
        } catch (IOException unreadable) {
            return new Result.Not<>("cannot be read: " + unreadable);
        }
    }

    /** A folder that is no Secret's has no such link, and is read as it is. */
    private Path version() throws IOException {
        var link = folder.resolve(LINK);
        return Files.exists(link) ? link.toRealPath() : folder;
    }

    private static Result<MountedCertificate> read(Path version) throws IOException {
        var chain = certificates(version, CERTIFICATE);
        if (chain.isEmpty()) {
            return new Result.Not<>(CERTIFICATE + " holds no certificate that can be read");
        }
        return switch (authorities(version)) {
            case Result.Not<Set<X509>>(var reason) -> new Result.Not<>(reason);
            case Result.Ok<Set<X509>>(var authorities) ->
                key(version, chain.getFirst()).map(key -> new MountedCertificate(chain, key, authorities));
        };
    }

    /** {@return whom the Secret says to trust} Issuers without a certificate of their own leave the file out, or empty. */
    private static Result<Set<X509>> authorities(Path version) throws IOException {
        var file = version.resolve(AUTHORITIES);
        if (Files.notExists(file)
                || Files.readString(file, StandardCharsets.ISO_8859_1).isBlank()) {
            return new Result.Ok<>(Set.of());
        }
        var found = Set.copyOf(certificates(version, AUTHORITIES));
        return found.isEmpty()
                ? new Result.Not<>(AUTHORITIES + " holds no certificates, or one that cannot be read")
                : new Result.Ok<>(found);
    }

    private static List<X509> certificates(Path version, String name) throws IOException {
        return TrustBundle.read(Files.readAllBytes(version.resolve(name))).authorities();
    }

    private static Result<PrivateKey> key(Path version, X509 certificate) throws IOException {
        var pem = Files.readAllBytes(version.resolve(KEY));
        try {
            var key = Pem.key(pem, certificate.parsed().getPublicKey());
            return certificate.isOf(key)
                    ? new Result.Ok<>(key)
                    : new Result.Not<>(KEY + " does not belong to " + CERTIFICATE);
        } catch (GeneralSecurityException _) {
            return new Result.Not<>(KEY + " holds no private key that could belong to " + CERTIFICATE);
        }
    }
}
