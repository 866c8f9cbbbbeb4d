// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** One TLS connection to the webhook, as an API server makes it: it trusts the caBundle alone and expects the Service's name. */
final class TlsClient implements AutoCloseable {
    static final String SERVICE = "linkerd-multus-webhook.linkerd-multus.svc";

    private final SSLSocket socket;

    TlsClient(int port, byte[] caBundle) throws IOException, GeneralSecurityException {
        this(InetAddress.getLoopbackAddress(), port, caBundle);
    }

    /** Comes from another address of this machine, as another client would. */
    TlsClient(InetAddress from, int port, byte[] caBundle) throws IOException, GeneralSecurityException {
        this(new Socket(), from, port, caBundle);
    }

    /** The same on a socket that was prepared. */
    TlsClient(Socket plain, InetAddress from, int port, byte[] caBundle) throws IOException, GeneralSecurityException {
        plain.bind(new InetSocketAddress(from, 0));
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
        plain.setSoTimeout(30_000);
        socket = (SSLSocket) context(caBundle).getSocketFactory().createSocket(plain, SERVICE, port, true);
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
    }

    /** What came back. */
    record Response(int status, boolean closes, String contentType, String retryAfter, String body) {}

    X509Certificate leaf() throws IOException {
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }

    Response post(byte[] body) throws IOException {
        return send("POST", "/mutate/pods", "application/json", body);
    }

    Response send(String method, String path, String contentType, byte[] body) throws IOException {
        head(method, path, contentType, body.length);
        socket.getOutputStream().write(body);
        socket.getOutputStream().flush();
        return read();
    }

    void head(String method, String path, String contentType, long length) throws IOException {
        write(headOf(method, path, contentType, length).getBytes(StandardCharsets.US_ASCII));
    }

    private static String headOf(String method, String path, String contentType, long length) {
        return method + " " + path + " HTTP/1.1\r\nHost: " + SERVICE + "\r\nContent-Type: " + contentType
                + "\r\nContent-Length: " + length + "\r\n\r\n";
    }

    /** Sends a review in one piece, as an API server does, whether or not the other side still takes it; does not wait for the answer. */
    void postQuietly(byte[] body) {
        var head = headOf("POST", "/mutate/pods", "application/json", body.length);
        writeQuietly((head + new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
    }

    void write(byte[] some) throws IOException {
        socket.getOutputStream().write(some);
        socket.getOutputStream().flush();
    }

    /** Writes as much as the other side takes; one that has answered already may take no more. */
    void writeQuietly(byte[] body) {
        try {
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
        } catch (IOException answered) {
            // The answer is what counts, and is read next.
        }
    }

    Response read() throws IOException {
        var in = new DataInputStream(socket.getInputStream());
        var status = line(in);
        if (!status.startsWith("HTTP/1.1 ")) {
            throw new IOException("no answer but: " + status);
        }
        int length = 0;
        boolean closes = false;
        var type = "";
        var retryAfter = "";
        for (var header = line(in); !header.isEmpty(); header = line(in)) {
            var parts = header.toLowerCase(Locale.ROOT).split(": *", 2);
            switch (parts[0]) {
                case "content-length" -> length = Integer.parseInt(parts[1]);
                case "connection" -> closes = parts[1].equals("close");
                case "content-type" -> type = parts[1];
                case "retry-after" -> retryAfter = parts[1];
                default -> {}
            }
        }
        var body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Response(Integer.parseInt(status.substring(9, 12)), closes, type, retryAfter, body);
    }

    /** Says that no more comes, and {@return all that the other side still says} It may hang up. */
    byte[] end() throws IOException {
        var answer = new ByteArrayOutputStream();
        try {
            socket.shutdownOutput();
            socket.getInputStream().transferTo(answer);
        } catch (SocketException | SSLException hungUp) {
            // What it said before is here.
        }
        return answer.toByteArray();
    }

    /** Waits until the other side says that it says no more. */
    void awaitEnd() throws IOException {
        if (socket.getInputStream().read() >= 0) {
            throw new IOException("there is more");
        }
    }

    private static String line(DataInputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection ended after: " + line);
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    private static SSLContext context(byte[] caBundle) throws GeneralSecurityException, IOException {
        var anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        int index = 0;
        for (var authority :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(caBundle))) {
            anchors.setCertificateEntry("ca" + index++, authority);
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(anchors);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
