// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.settings;

import static io.linkerd.multus.service.settings.SettingsReader.PREFIX;

import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.admission.pods.Severity;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import io.linkerd.multus.service.settings.AttachmentScopeSetting;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.service.settings.SettingsReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What this replica serves, and which objects of the cluster are its own.
 *
 * @param podName name of this replica's pod, for the log
 * @param release name of the release, which its Secret carries
 * @param namespace namespace of the release: Service and Secret live there
 * @param service name of the Service through which the API server calls; the certificate is issued for it
 * @param webhookConfiguration name of the MutatingWebhookConfiguration whose {@code caBundle} is kept in place
 * @param furtherConfigurations names of ValidatingWebhookConfigurations whose {@code caBundle} is kept in place too, where there are any
 * @param caSecret name of the Secret that holds the certificate authority
 * @param certificates where the serving certificate comes from
 * @param ownedByNamespace whether the namespace owns the configurations, but for those that Argo CD has applied
 * @param owner ClusterRole of the release that the Secret belongs to, so that it goes with the release
 * @param podRules what has been settled about pods
 * @param httpsPort port of admission
 * @param healthPort plain port of liveness, readiness and metrics
 */
public record WebhookSettings(
        String podName,
        String release,
        String namespace,
        String service,
        String webhookConfiguration,
        List<String> furtherConfigurations,
        String caSecret,
        CertificateSource certificates,
        boolean ownedByNamespace,
        Optional<String> owner,
        PodRules podRules,
        int httpsPort,
        int healthPort) {

    public WebhookSettings {
        furtherConfigurations = List.copyOf(furtherConfigurations);
    }

    /**
     * Reads and checks the environment.
     *
     * @throws InvalidSettings naming every problem: missing, malformed, and unknown {@code LINKERD_MULTUS_*} variables
     */
    public static WebhookSettings read(Map<String, String> environment) throws InvalidSettings {
        var reader = new SettingsReader(environment);
        var settings = new WebhookSettings(
                reader.text(PREFIX + "POD_NAME").orElse("webhook"),
                reader.name(PREFIX + "RELEASE").orElse("linkerd-multus"),
                reader.requiredName(PREFIX + "NAMESPACE", "the pod's own namespace, from the downward API"),
                reader.requiredName(PREFIX + "SERVICE", "the Service that leads to this webhook"),
                reader.requiredName(PREFIX + "WEBHOOK_CONFIGURATION", "the MutatingWebhookConfiguration that calls it"),
                reader.names(PREFIX + "VALIDATING_WEBHOOK_CONFIGURATIONS", List.of()),
                reader.requiredName(PREFIX + "CA_SECRET", "the Secret that keeps its certificate authorities"),
                CertificateSource.read(reader),
                reader.flag(PREFIX + "OWNED_BY_NAMESPACE", true),
                reader.roleName(PREFIX + "OWNER"),
                podRules(reader),
                reader.port(PREFIX + "HTTPS_PORT", 8443),
                reader.servingPort(SettingsReader.HEALTH_PORT, 8080));
        reader.finish();
        return settings;
    }

    private static PodRules podRules(SettingsReader reader) {
        return new PodRules(
                reader.name(PREFIX + "CONTROL_PLANE_NAMESPACE").orElse(PodRules.STANDARD.controlPlaneNamespace()),
                AttachmentScopeSetting.read(reader),
                reader.parsed(PREFIX + "PROXY_UID_STRATEGY", PodRules.STANDARD.strategy(), ProxyUidStrategy::read),
                reader.parsed(PREFIX + "ON_IMPOSSIBLE", PodRules.STANDARD.onImpossible(), Severity::read),
                reader.parsed(PREFIX + "ON_USER_NAMESPACE", PodRules.STANDARD.onUserNamespace(), Severity::read));
    }

    /** {@return the names that the API server, or a person with port-forward, may call the Service by} */
    public List<String> serviceNames() {
        var base = service + "." + namespace;
        return List.of(base + ".svc", base + ".svc.cluster.local", base);
    }
}
