// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.bare;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The webhook's server, set up as there, whose endpoint takes a request and gives back what is always the same. */
public final class BareEndpoint {
    private static final String LISTENER = "micronaut.server.netty.listeners.https.";
    private static final String NAME = "bare";
    private static final String CERTIFICATE = "micronaut.certificate.file." + NAME;
    private static final int LARGEST_REQUEST = 7 << 20;

    private BareEndpoint() {}

    /**
     * Serves until SIGTERM.
     *
     * @param arguments the port; the folder of {@code tls.crt} and {@code tls.key}; the file with the answer
     */
    public static void main(String... arguments) throws IOException {
        var certificates = Path.of(arguments[1]);
        ApplicationContext.builder()
                .deduceEnvironment(false)
                // The webhook's own parts are on the class path too, for the sake of its cache of loaded classes.
                .beansPredicate(type ->
                        !type.getBeanType().getName().startsWith("io.linkerd.multus.") || isOurs(type.getBeanType()))
                .properties(Map.ofEntries(
                        Map.entry(LISTENER + "port", arguments[0]),
                        Map.entry(LISTENER + "ssl", true),
                        Map.entry(LISTENER + "key-name", NAME),
                        Map.entry(CERTIFICATE + ".format", "PEM"),
                        Map.entry(CERTIFICATE + ".path", certificates.resolve("tls.key")),
                        Map.entry(CERTIFICATE + ".certificate-path", certificates.resolve("tls.crt")),
                        Map.entry("micronaut.server.ssl.enabled", true),
                        Map.entry("micronaut.server.ssl.protocols", "TLSv1.3,TLSv1.2"),
                        Map.entry("micronaut.server.netty.compression-threshold", -1),
                        Map.entry("micronaut.server.max-request-size", LARGEST_REQUEST),
                        Map.entry("micronaut.server.netty.worker.threads", 2)))
                .singletons(new Constant(Files.readAllBytes(Path.of(arguments[2]))))
                .banner(false)
                .start()
                .getBean(EmbeddedServer.class)
                .start();
    }

    private static boolean isOurs(Class<?> type) {
        return type.getPackage().equals(BareEndpoint.class.getPackage());
    }
}
