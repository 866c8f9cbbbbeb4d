// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.RbacAuthorizationV1Api;
import io.kubernetes.client.openapi.models.AdmissionregistrationV1WebhookClientConfig;
import io.kubernetes.client.openapi.models.V1MutatingWebhook;
import io.kubernetes.client.openapi.models.V1MutatingWebhookConfiguration;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.PatchUtils;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import io.linkerd.multus.webhook.cluster.ClusterApi;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keeps certificates in a Secret and their trust in the MutatingWebhookConfiguration, through the API server. */
final class KubernetesCertificateStore implements CertificateStore {
    private static final int UNPROCESSABLE = 422;
    private static final String AGAIN = "trying again";

    private final WebhookSettings settings;
    private final ApiClient client;
    private final CoreV1Api secrets;
    private final AdmissionregistrationV1Api configurations;
    private final SecretMetadata metadata;
    private final ServerClock serverClock = new ServerClock();

    KubernetesCertificateStore(WebhookSettings settings, ApiClient client) {
        this.settings = settings;
        this.client = client;
        this.secrets = new CoreV1Api(client);
        this.configurations = new AdmissionregistrationV1Api(client);
        this.metadata = new SecretMetadata(settings, new RbacAuthorizationV1Api(client));
    }

    @Override
    public SecretReading secret() {
        return found(
                        "read the Secret " + settings.caSecret(),
                        () -> serverClock.read(secrets.readNamespacedSecret(settings.caSecret(), settings.namespace())
                                .executeWithHttpInfo()))
                .<SecretReading>map(secret -> AuthoritiesFormat.read(
                        version(secret.getMetadata()), Objects.requireNonNullElse(secret.getData(), Map.of())))
                .orElseGet(SecretReading.Absent::new);
    }

    @Override
    public ConfigurationReading configuration() {
        var name = settings.webhookConfiguration();
        serverClock.forget();
        return found(
                        "read the MutatingWebhookConfiguration " + name,
                        () -> serverClock.read(configurations
                                .readMutatingWebhookConfiguration(name)
                                .executeWithHttpInfo()))
                .<ConfigurationReading>map(found -> new ConfigurationReading.Present(
                        version(found.getMetadata()),
                        webhooks(found).stream()
                                .collect(Collectors.toMap(
                                        V1MutatingWebhook::getName, webhook -> trust(webhook.getClientConfig())))))
                .orElseGet(ConfigurationReading.Absent::new);
    }

    @Override
    public Optional<Instant> time() {
        return serverClock.time();
    }

    private static List<V1MutatingWebhook> webhooks(V1MutatingWebhookConfiguration configuration) {
        return Objects.requireNonNullElse(configuration.getWebhooks(), List.of());
    }

    static TrustBundle trust(AdmissionregistrationV1WebhookClientConfig client) {
        var bundle = client.getCaBundle();
        return bundle == null ? TrustBundle.EMPTY : TrustBundle.read(bundle);
    }

    @Override
    public WriteResult write(Optional<String> version, Authorities content) {
        var name = settings.caSecret();
        var secret = new V1Secret()
                .metadata(metadata.make().resourceVersion(version.orElse(null)))
                .type("Opaque")
                .data(AuthoritiesFormat.write(content));
        return version.isEmpty()
                ? written(
                        "create the Secret " + name,
                        () -> secrets.createNamespacedSecret(settings.namespace(), secret)
                                .fieldManager(LinkerdMultus.WEBHOOK_FIELD_MANAGER)
                                .execute())
                : written(
                        "write the Secret " + name,
                        // Of another type, or immutable: no write can change that.
                        "delete the Secret " + name + " if that goes on: it is made anew",
                        () -> secrets.replaceNamespacedSecret(name, settings.namespace(), secret)
                                .fieldManager(LinkerdMultus.WEBHOOK_FIELD_MANAGER)
                                .execute());
    }

    /**
     * Writes nothing but {@code caBundle}, for whoever applies the chart owns the rest: a strategic merge finds the webhooks by
     * name, and the version in it makes it optimistic (409 where somebody was faster).
     */
    @Override
    public WriteResult trust(CertificateStep.Trust step) {
        var name = settings.webhookConfiguration();
        return written("write the caBundle of " + name, () -> {
            var patch = new V1Patch(JSON.serialize(patch(step)));
            return PatchUtils.patch(
                    V1MutatingWebhookConfiguration.class,
                    () -> configurations
                            .patchMutatingWebhookConfiguration(name, patch)
                            .fieldManager(LinkerdMultus.WEBHOOK_FIELD_MANAGER)
                            .buildCall(null),
                    V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH,
                    client);
        });
    }

    static Map<String, Object> patch(CertificateStep.Trust step) {
        var encoded = Base64.getEncoder().encodeToString(step.bundle().pem());
        var webhooks = step.webhooks().stream()
                .map(webhook -> Map.of("name", webhook, "clientConfig", Map.of("caBundle", encoded)))
                .toList();
        return Map.of("metadata", Map.of("resourceVersion", step.version()), "webhooks", webhooks);
    }

    static <T> Optional<T> found(String what, ClusterApi.Call<T> call) {
        return switch (ClusterApi.ask(call)) {
            case ApiAnswer.Answered<T>(var object) -> Optional.of(object);
            case ApiAnswer.Failed<T>(ApiFailure.NotFound _) -> Optional.empty();
            case ApiAnswer.Failed<T>(var why) -> throw unavailable(what, why, AGAIN);
        };
    }

    static <T> WriteResult written(String what, ClusterApi.Call<T> call) {
        return written(what, AGAIN, call);
    }

    /**
     * Not found counts as a lost race too: what was read a moment ago has gone.
     *
     * @param remedy what helps where the object is in the way of what is written
     */
    private static <T> WriteResult written(String what, String remedy, ClusterApi.Call<T> call) {
        return switch (ClusterApi.ask(call)) {
            case ApiAnswer.Answered<T> _ -> WriteResult.WRITTEN;
            case ApiAnswer.Failed<T>(var why)
            when why instanceof ApiFailure.Conflict || why instanceof ApiFailure.NotFound -> WriteResult.LOST_RACE;
            case ApiAnswer.Failed<T>(ApiFailure.Refused why)
            when why.status() == UNPROCESSABLE -> throw unavailable(what, why, remedy);
            case ApiAnswer.Failed<T>(var why) -> throw unavailable(what, why, AGAIN);
        };
    }

    private static StoreUnavailable unavailable(String what, ApiFailure why, String remedy) {
        return new StoreUnavailable("cannot " + what + ": " + why.inWords() + ", " + remedy);
    }

    static String version(@Nullable V1ObjectMeta metadata) {
        return Objects.requireNonNull(Objects.requireNonNull(metadata).getResourceVersion());
    }
}
