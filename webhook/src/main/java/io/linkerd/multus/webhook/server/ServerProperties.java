// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import io.linkerd.multus.webhook.certificates.ServingCertificates;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.util.Map;

/** Tells the framework how to serve; there is no file to read, and nothing else to set. */
public final class ServerProperties {

    private ServerProperties() {}

    /** {@return what the framework is told} */
    public static Map<String, Object> of(WebhookSettings settings) {
        var listener = "micronaut.server.netty.listeners.";
        return Map.ofEntries(
                Map.entry(listener + "https.port", settings.httpsPort()),
                Map.entry(listener + "https.ssl", true),
                Map.entry(listener + "https.key-name", ServingCertificates.NAME),
                Map.entry("micronaut.server.ssl.enabled", true),
                Map.entry("micronaut.server.ssl.protocols", "TLSv1.3,TLSv1.2"),
                // A bomb is small until it is unpacked, and API servers pack nothing.
                Map.entry("micronaut.server.netty.request-decompression-enabled", false),
                // API servers take packed answers, and packing one costs more than deciding on a pod.
                Map.entry("micronaut.server.netty.compression-threshold", -1),
                Map.entry("micronaut.server.max-request-size", AdmissionLimits.MAX_REQUEST),
                // API servers close an idle connection after 90 s, and who closes last loses no request.
                Map.entry("micronaut.server.idle-timeout", "5m"),
                Map.entry("micronaut.server.netty.worker.threads", 2));
    }
}
