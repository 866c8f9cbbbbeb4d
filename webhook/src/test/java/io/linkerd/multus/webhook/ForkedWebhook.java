// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.awaitility.Awaitility.await;

import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.fakeapi.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A webhook in a process of its own, with the very options that the image's JVM is run with: its heap, and its end when that is full. */
final class ForkedWebhook implements AutoCloseable {
    private static final Path LOG = Path.of("target", "forked-webhook.log");

    private final FakeApiServer api = FakeApiServer.plain();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    final int httpsPort = FreePort.find();
    final int healthPort = FreePort.find();

    /** @param options more of them for the JVM */
    ForkedWebhook(String... options) throws IOException {
        WebhookFixture.prepare(api);
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(imageOptions());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath(), WebhookApplication.class.getName()));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(LOG.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "KUBECONFIG", WebhookFixture.kubeconfig(api).toString(),
                        "LINKERD_MULTUS_NAMESPACE", "linkerd-multus",
                        "LINKERD_MULTUS_SERVICE", "linkerd-multus-webhook",
                        "LINKERD_MULTUS_WEBHOOK_CONFIGURATION", "zz-linkerd-multus-webhook",
                        "LINKERD_MULTUS_CA_SECRET", "linkerd-multus-webhook-ca",
                        "LINKERD_MULTUS_HTTPS_PORT", Integer.toString(httpsPort),
                        "LINKERD_MULTUS_HEALTH_PORT", Integer.toString(healthPort)));
        process = builder.start();
    }

    /** Ends with this one, however that ends. */
    ForkedWebhook ready() {
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(() -> get("/readyz").statusCode() == 200);
        return this;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** {@return what is in its log by now} */
    List<String> said() throws IOException {
        return Files.readAllLines(LOG);
    }

    /** {@return how long processors have worked for it} */
    Duration work() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + healthPort + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    TlsClient connect(String from) throws IOException, GeneralSecurityException {
        return new TlsClient(InetAddress.getByName(from), httpsPort, WebhookFixture.caBundle(api));
    }

    /** {@return a connection whose kernel takes as little of an answer as can be} */
    TlsClient connectNarrowly(String from) throws IOException, GeneralSecurityException {
        var narrow = new Socket();
        narrow.setReceiveBufferSize(2048);
        return new TlsClient(narrow, InetAddress.getByName(from), httpsPort, WebhookFixture.caBundle(api));
    }

    private static List<String> imageOptions() throws IOException {
        return Stream.concat(
                        Files.readAllLines(Path.of("..", "images", "src", "image", "jvm.options")).stream(),
                        Files.readAllLines(Path.of("src", "image", "jvm.options")).stream())
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        api.close();
        http.close();
    }
}
