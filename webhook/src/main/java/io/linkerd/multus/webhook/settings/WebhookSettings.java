// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.settings;

import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What this replica serves, and which objects of the cluster are its own.
 *
 * @param podName name of this replica's pod, for the log
 * @param namespace namespace of the release: Service and Secret live there
 * @param service name of the Service through which the API server calls; the certificate is issued for it
 * @param webhookConfiguration name of the MutatingWebhookConfiguration whose {@code caBundle} is kept in place
 * @param caSecret name of the Secret that holds the certificate authority
 * @param owner ClusterRole of the release that the Secret belongs to, so that it goes with the release
 * @param controlPlaneNamespace namespace of Linkerd's control plane
 * @param strategy how a proxy's user id is chosen from a range
 * @param httpsPort port of admission
 * @param healthPort plain port of liveness, readiness and metrics
 */
public record WebhookSettings(
        String podName,
        String namespace,
        String service,
        String webhookConfiguration,
        String caSecret,
        Optional<String> owner,
        String controlPlaneNamespace,
        ProxyUidStrategy strategy,
        int httpsPort,
        int healthPort) {

    /**
     * Reads and checks the environment.
     *
     * @throws InvalidSettings naming every problem: missing, malformed, and unknown {@code LINKERD_MULTUS_*} variables
     */
    public static WebhookSettings from(Map<String, String> environment) {
        var reader = new EnvironmentReader(environment);
        var settings = new WebhookSettings(
                reader.text(Key.POD_NAME, "webhook"),
                reader.name(Key.NAMESPACE),
                reader.name(Key.SERVICE),
                reader.name(Key.WEBHOOK_CONFIGURATION),
                reader.name(Key.CA_SECRET),
                Optional.of(reader.text(Key.OWNER, "")).filter(owner -> !owner.isEmpty()),
                reader.text(Key.CONTROL_PLANE_NAMESPACE, "linkerd"),
                reader.strategy(Key.PROXY_UID_STRATEGY, ProxyUidStrategy.HIGHEST),
                reader.port(Key.HTTPS_PORT, 8443),
                reader.port(Key.HEALTH_PORT, 8080));
        reader.oneOf(Key.LOG_LEVEL, List.of("error", "warn", "info", "debug", "trace"));
        reader.finish();
        return settings;
    }

    /** Names that the API server, or a person with port-forward, may call the Service by. */
    public List<String> serviceNames() {
        String base = service + "." + namespace;
        return List.of(base + ".svc", base + ".svc.cluster.local", base);
    }
}
