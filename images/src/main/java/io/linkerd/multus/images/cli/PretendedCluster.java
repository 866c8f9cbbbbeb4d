// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.linkerd.multus.localcluster.pki.ClusterAuthority;
import io.linkerd.multus.localcluster.pki.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Answers what the command line asks of an API server, from a file, over TLS on loopback: for a rehearsal, which is to load what it
 * loads in a cluster. It has neither rules nor memory.
 */
final class PretendedCluster implements AutoCloseable {
    private static final String ANSWERS = "/cli/answers.yaml";
    private static final int FOUND = 200;
    private static final int NOT_FOUND = 404;

    private final ClusterAuthority authority = ClusterAuthority.create("rehearsal", InstantSource.system());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final JsonNode answers;
    private final HttpsServer server;

    private PretendedCluster() throws IOException {
        answers = answers();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(
                new HttpsConfigurator(context(authority.issueServer("rehearsal", List.of("127.0.0.1")))));
        server.setExecutor(threads);
        server.createContext("/", this::answer);
    }

    /** Listens. */
    static PretendedCluster start() throws IOException {
        var cluster = new PretendedCluster();
        cluster.server.start();
        return cluster;
    }

    /** Writes a kubeconfig that leads there, and {@return it}. */
    Path kubeconfig(Path folder) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: rehearsal
                contexts: [{name: rehearsal, context: {cluster: rehearsal, user: rehearsal, namespace: shop}}]
                clusters:
                - name: rehearsal
                  cluster: {server: 'https://127.0.0.1:%d', certificate-authority: '%s'}
                users: [{name: rehearsal, user: {token: rehearsal}}]
                """.formatted(
                server.getAddress().getPort(),
                Files.writeString(folder.resolve("ca.crt"), authority.identity().certificatePem())));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static JsonNode answers() throws IOException {
        try (var file = PretendedCluster.class.getResourceAsStream(ANSWERS)) {
            if (file == null) {
                throw new IOException(ANSWERS + " is missing beside the classes");
            }
            // Jackson's own reader of YAML takes *name for a text.
            return new ObjectMapper().valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(file));
        }
    }

    /** An object, or all that are listed below a path; of other paths a list of nothing, where their last word may be a kind's. */
    private void answer(HttpExchange call) throws IOException {
        try (call) {
            var path = call.getRequestURI().getPath();
            var found = Optional.ofNullable(answers.get(path));
            var body = found.orElseGet(() -> nothing(path)).toString().getBytes(StandardCharsets.UTF_8);
            call.getResponseHeaders().set("Content-Type", "application/json");
            call.sendResponseHeaders(found.isPresent() || path.endsWith("s") ? FOUND : NOT_FOUND, body.length);
            call.getResponseBody().write(body);
        }
    }

    private static JsonNode nothing(String path) {
        var answer = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1");
        if (path.endsWith("s")) {
            answer.put("kind", "List").putArray("items");
            return answer;
        }
        return answer.put("kind", "Status")
                .put("status", "Failure")
                .put("reason", "NotFound")
                .put("message", path + " is not there")
                .put("code", NOT_FOUND);
    }

    private static SSLContext context(Identity server) throws IOException {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", server.privateKey(), new char[0], new Certificate[] {server.certificate()});
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, new char[0]);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("no TLS for a rehearsal", e);
        }
    }
}
