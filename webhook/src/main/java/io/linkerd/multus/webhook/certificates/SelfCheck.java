// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Calls this replica over its real port as an API server would: trusting the {@code caBundle} alone, and expecting the Service's name.
 * It proves the whole way once for each certificate, and warms it for the first real request.
 */
final class SelfCheck {
    private static final int TIMEOUT_MILLIS = 5_000;

    /** Told to come again: the way here is right, and others are on it. */
    private static final Pattern BUSY = Pattern.compile("HTTP/1.1 (429|503) .*");

    private final String serviceName;
    private final IntSupplier port;
    private final SelfReview review;
    private final InstantSource clock;
    private final Duration tolerance;
    private final AtomicReference<Result> last = new AtomicReference<>(
            new Result(Optional.empty(), Set.of(), Optional.of("this replica has not called itself yet")));

    /** How the last call went that was told of, and with which certificate and trust. */
    private record Result(Optional<X509> leaf, Set<X509> trusted, Optional<String> problem) {
        Result {
            trusted = Set.copyOf(trusted);
        }
    }

    /** How a call ended. */
    private sealed interface Outcome {
        /** As it should. */
        record Answered() implements Outcome {}

        /** With a request to come again. */
        record Busy() implements Outcome {}

        /** With nothing: there was nobody, no place, or no time. */
        record Silent(String problem) implements Outcome {}

        /** Otherwise. */
        record Failed(String problem) implements Outcome {}
    }

    /** Calls by this machine's clock. */
    SelfCheck(String serviceName, int port, SelfReview review) {
        this(serviceName, () -> port, review, InstantSource.system(), CertificatePolicy.STANDARD.backdating());
    }

    /**
     * Calls by a clock.
     *
     * @param port where the server is once it has started
     * @param tolerance how far that may be behind the clock of whoever makes certificates, who may not date them back as we do
     */
    SelfCheck(String serviceName, IntSupplier port, SelfReview review, InstantSource clock, Duration tolerance) {
        this.serviceName = serviceName;
        this.port = port;
        this.review = review;
        this.clock = clock;
        this.tolerance = tolerance;
    }

    /** {@return why the last call failed; nothing where it did not} */
    List<String> whyNotReady() {
        return last.get().problem().stream().toList();
    }

    /** Calls, unless that has gone well with this leaf and trust before; true where there is nothing left to prove. */
    boolean prove(X509 leaf, Set<X509> trusted) {
        var known = last.get();
        boolean provenBefore =
                known.leaf().equals(Optional.of(leaf)) && known.problem().isEmpty();
        if (provenBefore && known.trusted().equals(trusted)) {
            return true;
        }
        var next = switch (call(port.getAsInt(), leaf, trusted)) {
            case Outcome.Answered _ -> Optional.of(new Result(Optional.of(leaf), trusted, Optional.empty()));
            // What was known before stays: a replica that is busy serves.
            case Outcome.Busy _ -> Optional.<Result>empty();
            // All replicas call themselves at once when the caBundle changes: they must not all go for being slow at
            // it.
            case Outcome.Silent _ when provenBefore -> Optional.<Result>empty();
            case Outcome.Silent(var problem) ->
                Optional.of(new Result(Optional.of(leaf), trusted, Optional.of(problem)));
            case Outcome.Failed(var problem) ->
                Optional.of(new Result(Optional.of(leaf), trusted, Optional.of(problem)));
        };
        next.ifPresent(last::set);
        return next.isPresent() && next.get().problem().isEmpty();
    }

    private Outcome call(int port, X509 leaf, Set<X509> trusted) {
        try (var plain = new Socket()) {
            plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            plain.setSoTimeout(TIMEOUT_MILLIS);
            var anchors = new TrustAnchors(trusted, leaf.within(clock.instant(), tolerance));
            var factory = context(anchors).getSocketFactory();
            try (var socket = (SSLSocket) factory.createSocket(plain, serviceName, port, true)) {
                var parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                var outcome = statusOf(socket);
                // A server that could not take the new one says nothing, and serves the last.
                return leaf.parsed().equals(socket.getSession().getPeerCertificates()[0])
                        ? outcome
                        : new Outcome.Failed("this replica serves another certificate than its latest");
            }
        } catch (IOException | GeneralSecurityException failed) {
            var problem = "this replica could not call itself on port " + port + ": " + failed.getMessage();
            return isSilence(failed) ? new Outcome.Silent(problem) : new Outcome.Failed(problem);
        }
    }

    /** Refused, reset, closed or too late, be it in the middle of a handshake; what is wrong with a certificate has other causes. */
    private static boolean isSilence(@Nullable Throwable failure) {
        return switch (failure) {
            case SocketException _, SocketTimeoutException _, EOFException _ -> true;
            case SSLException tls -> isSilence(tls.getCause());
            case null, default -> false;
        };
    }

    private Outcome statusOf(SSLSocket socket) throws IOException {
        var body = review.body().getBytes(StandardCharsets.UTF_8);
        var head = "POST " + review.path() + " HTTP/1.1\r\nHost: " + serviceName
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                + "\r\nConnection: close\r\n\r\n";
        var out = socket.getOutputStream();
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        var status = in.readLine();
        if (status == null) {
            return new Outcome.Silent("this replica did not answer itself");
        }
        if (BUSY.matcher(status).matches()) {
            return new Outcome.Busy();
        }
        return status.startsWith("HTTP/1.1 200")
                ? new Outcome.Answered()
                : new Outcome.Failed("this replica answered itself with " + status);
    }

    private static SSLContext context(TrustAnchors anchors) throws GeneralSecurityException {
        var context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {anchors.manager()}, null);
        return context;
    }
}
