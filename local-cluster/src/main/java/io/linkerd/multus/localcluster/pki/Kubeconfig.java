// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.pki;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * How one user reaches one API server, self-contained: certificates and key are inside, so the file works wherever it is mounted.
 *
 * @param name the name of cluster, user and context, which {@code kubectl config get-contexts} shows; letters, digits, dashes
 * @param server the API server's address, as in {@code https://127.0.0.1:6443}
 * @param authority what the server's certificate is verified with
 * @param user the client certificate and its key
 */
public record Kubeconfig(String name, URI server, X509Certificate authority, Identity user) {
    /** Refuses a name that would need quotes in YAML. */
    public Kubeconfig {
        if (!name.matches("[a-zA-Z0-9][a-zA-Z0-9-]*")) {
            throw new IllegalArgumentException("a kubeconfig's name is letters, digits and dashes, not: " + name);
        }
    }

    /** Reads a file that {@link #write} wrote. */
    public static Kubeconfig read(Path file) throws IOException {
        var text = Files.readString(file);
        try {
            return new Kubeconfig(
                    field(text, "current-context"),
                    URI.create(field(text, "server")),
                    Pem.certificate(decoded(text, "certificate-authority-data")),
                    new Identity(
                            Pem.privateKey(decoded(text, "client-key-data")),
                            Pem.certificate(decoded(text, "client-certificate-data"))));
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(file + " is not a kubeconfig that a local cluster wrote: " + e.getMessage(), e);
        }
    }

    /** Returns the file's text, YAML. */
    public String text() {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: %1$s
                  cluster:
                    server: "%2$s"
                    certificate-authority-data: %3$s
                users:
                - name: %1$s
                  user:
                    client-certificate-data: %4$s
                    client-key-data: %5$s
                contexts:
                - name: %1$s
                  context:
                    cluster: %1$s
                    user: %1$s
                current-context: %1$s
                """.formatted(
                name, server, base64(Pem.of(authority)), base64(user.certificatePem()), base64(user.privateKeyPem()));
    }

    /** Writes the text for the owner's eyes only. */
    public void write(Path file) throws IOException {
        Pem.writeSecret(file, text());
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String decoded(String text, String key) throws IOException {
        return new String(Base64.getDecoder().decode(field(text, key)), StandardCharsets.US_ASCII);
    }

    private static String field(String text, String key) throws IOException {
        var field = Pattern.compile("^ *" + key + ": \"?([^\"\\s]+)\"?$", Pattern.MULTILINE)
                .matcher(text);
        if (!field.find()) {
            throw new IOException("it has no " + key);
        }
        return field.group(1);
    }
}
