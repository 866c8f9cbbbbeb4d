// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.training;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/**
 * Posts a container runtime's calls to the daemon's socket, as the shim does.
 *
 * @param primary the file of the cluster's network
 */
record Shim(Path socket, Path primary, String namespace) {
    private static final String SANDBOX = "/proc/self/ns/net";

    /** Has the daemon carry a command out for a pod, and fails where it does not. */
    void call(String command, String pod) throws IOException {
        var config =
                "{\"cniVersion\":\"1.0.0\",\"name\":\"multus-cni-network\",\"type\":\"multus-shim\",\"clusterNetwork\":\""
                        + primary + "\"}";
        var args = "IgnoreUnknown=1;K8S_POD_NAMESPACE=" + namespace + ";K8S_POD_NAME=" + pod
                + ";K8S_POD_INFRA_CONTAINER_ID=" + pod;
        var environment = List.of(
                member("CNI_COMMAND", command),
                member("CNI_CONTAINERID", pod),
                member("CNI_NETNS", SANDBOX),
                // The sandbox is the daemon's own, which has an eth0.
                member("CNI_IFNAME", "train0"),
                member("CNI_ARGS", args));
        var body = "{\"env\":{" + String.join(",", environment) + "},"
                + member("config", Base64.getEncoder().encodeToString(config.getBytes(UTF_8))) + "}";
        var answer = post("/cni", body);
        if (!answer.startsWith("HTTP/1.1 200 ")) {
            throw new IOException("the daemon did not carry out " + command + " for " + pod + ": " + answer);
        }
    }

    /** Asks for the readiness of the daemon's socket. */
    void probe() throws IOException {
        post("/readyz", "");
    }

    private String post(String path, String body) throws IOException {
        var request = "POST " + path + " HTTP/1.1\r\nHost: dummy\r\nConnection: close\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            var bytes = ByteBuffer.wrap(request.getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
        }
    }

    private static String member(String name, String value) {
        return "\"" + name + "\":\"" + value + "\"";
    }
}
