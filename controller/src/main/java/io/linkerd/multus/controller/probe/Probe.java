// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.probe;

import java.io.IOException;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Asks every address behind a name for its readiness, so that one name of a headless Service stands for all its pods.
 * Exits with 0 when each of them answered 200, and with 1 when one did not until the time was over; prints every change.
 */
public final class Probe {
    /** A pod that was just started has this time to become ready. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(3);

    /** Longest answer that is printed, in bytes: readiness says what is missing in a few lines. */
    private static final int LONGEST_ANSWER = 2000;

    private final PrintStream out;
    private final Set<String> said = new TreeSet<>();

    Probe(PrintStream out) {
        this.out = out;
    }

    /** Asks the URLs given, such as {@code http://linkerd-multus-installer:8080/readyz}. */
    public static void main(String... urls) {
        boolean ready = new Probe(System.out)
                .untilReady(Stream.of(urls).map(URI::create).toList(), PATIENCE);
        System.exit(ready ? 0 : 1);
    }

    boolean untilReady(List<URI> urls, Duration patience) {
        long start = System.nanoTime();
        boolean ready = allReady(urls);
        while (!ready && System.nanoTime() - start < patience.toNanos() && paused()) {
            ready = allReady(urls);
        }
        say(ready ? "all are ready" : "not all are ready");
        return ready;
    }

    private boolean allReady(List<URI> urls) {
        var answers = urls.stream().flatMap(Probe::ask).toList();
        answers.forEach(answer -> say(answer.text()));
        return answers.stream().allMatch(Answer::ready);
    }

    private record Answer(boolean ready, String text) {}

    private static Stream<Answer> ask(URI url) {
        try {
            return Stream.of(InetAddress.getAllByName(url.getHost()))
                    .map(address -> ask(url, address.getHostAddress()));
        } catch (UnknownHostException e) {
            return Stream.of(new Answer(false, url + ": no address behind this name"));
        }
    }

    private static Answer ask(URI url, String address) {
        var asked = url + " at " + address;
        try {
            var connection = (HttpURLConnection) at(url, address).toURL().openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout((int) ANSWER.toMillis());
            connection.setReadTimeout((int) ANSWER.toMillis());
            int status = connection.getResponseCode();
            return new Answer(status == 200, asked + ": " + status + " " + body(connection, status));
        } catch (IOException | URISyntaxException e) {
            return new Answer(false, asked + ": " + e);
        }
    }

    private static URI at(URI url, String address) throws URISyntaxException {
        return new URI(url.getScheme(), null, address, url.getPort(), url.getPath(), url.getQuery(), null);
    }

    private static String body(HttpURLConnection connection, int status) throws IOException {
        try (var body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return body == null ? "" : new String(body.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8).strip();
        }
    }

    /** Prints what was not printed before: an answer that stays the same is told once. */
    private void say(String text) {
        if (said.add(text)) {
            out.println(text);
        }
    }

    private static boolean paused() {
        try {
            Thread.sleep(PAUSE);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
