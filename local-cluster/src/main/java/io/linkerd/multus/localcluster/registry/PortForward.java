// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.registry;

import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A way from the machine's loopback to a port of a pod, as long as this is open.
 *
 * @param address where it begins, as {@code 127.0.0.1:port}
 */
record PortForward(Process kubectl, String address) implements AutoCloseable {
    /** Between the last it hears of a connection and its end. */
    private static final Duration GIVING_UP = Duration.ofSeconds(2);

    private static final Pattern BEGUN = Pattern.compile("Forwarding from (127\\.0\\.0\\.1:\\d+) -> ");

    static PortForward to(Kubectl kubectl, String namespace, String target, int port) throws IOException {
        var process =
                kubectl.start("port-forward", "--address=127.0.0.1", "--namespace=" + namespace, target, ":" + port);
        // Not closed: kubectl writes a line for each connection, and would end where nobody can read it.
        var output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            var begun = BEGUN.matcher(line);
            if (begun.find()) {
                return new PortForward(process, begun.group(1));
            }
        }
        process.destroy();
        throw new IOException("kubectl does not forward to port " + port + " of " + namespace + "/" + target);
    }

    /** {@return whether kubectl has given it up, as it does when one of its connections breaks off} */
    boolean hasEnded() throws InterruptedException {
        return kubectl.waitFor(GIVING_UP.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        kubectl.destroy();
    }
}
