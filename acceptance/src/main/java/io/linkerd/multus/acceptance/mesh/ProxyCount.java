// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * The HTTP requests that a pod's proxy has forwarded.
 *
 * @param inbound to the application
 * @param outbound from the application
 */
public record ProxyCount(long inbound, long outbound) {
    private static final int ADMIN_PORT = 4191;

    /** Asks the proxy of a running pod, through the API server. */
    public static ProxyCount of(ClusterObjects objects, MeshedPod pod) throws IOException, InterruptedException {
        var metrics = objects.raw(
                "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name() + ":" + ADMIN_PORT + "/proxy/metrics");
        return new ProxyCount(count(metrics, "inbound"), count(metrics, "outbound"));
    }

    private static long count(String metrics, String direction) {
        var line = Pattern.compile("^request_total\\{direction=\"" + direction + "\"} (\\d+)$", Pattern.MULTILINE)
                .matcher(metrics);
        if (!line.find()) {
            throw new IllegalStateException(
                    "the proxy's metrics have no request_total of direction " + direction + ":\n" + metrics);
        }
        return Long.parseLong(line.group(1));
    }
}
