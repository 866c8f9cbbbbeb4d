// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.RbacAuthorizationV1Api;
import io.kubernetes.client.openapi.models.V1Secret;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import io.linkerd.multus.webhook.cluster.ClusterApi;
import io.linkerd.multus.webhook.cluster.ObjectWatch;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.RequestBody;

/** Keeps certificates in a Secret and their trust in the MutatingWebhookConfiguration, through the API server. */
final class KubernetesCertificateStore implements CertificateStore {
    private static final int UNPROCESSABLE = 422;
    private static final String AGAIN = "trying again";
    private static final MediaType STRATEGIC_MERGE = MediaType.get(V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH);

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
                        () -> secrets.readNamespacedSecret(settings.caSecret(), settings.namespace())
                                .buildCall(null),
                        answer -> {
                            serverClock.read(answer);
                            return ObjectReader.secret(answer);
                        })
                .orElseGet(SecretReading.Absent::new);
    }

    @Override
    public ConfigurationReading configuration() {
        var name = settings.webhookConfiguration();
        serverClock.forget();
        return found(
                        "read the MutatingWebhookConfiguration " + name,
                        () -> configurations
                                .readMutatingWebhookConfiguration(name)
                                .buildCall(null),
                        answer -> {
                            serverClock.read(answer);
                            return ObjectReader.configuration(answer);
                        })
                .orElseGet(ConfigurationReading.Absent::new);
    }

    @Override
    public Optional<Instant> time() {
        return serverClock.time();
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
                                .buildCall(null))
                : written(
                        "write the Secret " + name,
                        // Of another type, or immutable: no write can change that.
                        "delete the Secret " + name + " if that goes on: it is made anew",
                        () -> secrets.replaceNamespacedSecret(name, settings.namespace(), secret)
                                .fieldManager(LinkerdMultus.WEBHOOK_FIELD_MANAGER)
                                .buildCall(null));
    }

    /**
     * Writes nothing but {@code caBundle}, for whoever applies the chart owns the rest: a strategic merge finds the webhooks by
     * name, and the version in it makes it optimistic (409 where somebody was faster).
     */
    @Override
    public WriteResult trust(CertificateStep.Trust step) {
        var name = settings.webhookConfiguration();
        return written(
                "write the caBundle of " + name,
                () -> patched(
                        client,
                        step,
                        patch -> configurations
                                .patchMutatingWebhookConfiguration(name, patch)
                                .fieldManager(LinkerdMultus.WEBHOOK_FIELD_MANAGER)
                                .buildCall(null)));
    }

    /** Makes the call that writes a patch. */
    @FunctionalInterface
    interface Patching {
        Call call(V1Patch patch) throws ApiException;
    }

    /** {@return the same call, with what it is a patch by} The client names another kind of patch. */
    static Call patched(ApiClient client, CertificateStep.Trust step, Patching patching) throws ApiException {
        var json = JSON.serialize(patch(step));
        var body = RequestBody.create(json.getBytes(StandardCharsets.UTF_8), STRATEGIC_MERGE);
        var request = patching.call(new V1Patch(json)).request();
        return client.getHttpClient().newCall(request.newBuilder().patch(body).build());
    }

    private static Map<String, Object> patch(CertificateStep.Trust step) {
        var encoded = Base64.getEncoder().encodeToString(step.bundle().pem());
        var webhooks = step.webhooks().stream()
                .map(webhook -> Map.of("name", webhook, "clientConfig", Map.of("caBundle", encoded)))
                .toList();
        return Map.of("metadata", Map.of("resourceVersion", step.version()), "webhooks", webhooks);
    }

    static <T> Optional<T> found(String what, ObjectWatch.Request request, ClusterApi.Taking<T> taking) {
        return switch (ClusterApi.ask(request, taking)) {
            case ApiAnswer.Answered<T>(var object) -> Optional.of(object);
            case ApiAnswer.Failed<T>(ApiFailure.NotFound _) -> Optional.empty();
            case ApiAnswer.Failed<T>(var why) -> throw unavailable(what, why, AGAIN);
        };
    }

    static WriteResult written(String what, ObjectWatch.Request request) {
        return written(what, AGAIN, request);
    }

    /**
     * Not found counts as a lost race too: what was read a moment ago has gone. What is answered besides is of no use: the write has
     * happened, whether that can be read or not.
     *
     * @param remedy what helps where the object is in the way of what is written
     */
    private static WriteResult written(String what, String remedy, ObjectWatch.Request request) {
        return switch (ClusterApi.ask(request, _ -> WriteResult.WRITTEN)) {
            case ApiAnswer.Answered<WriteResult>(var written) -> written;
            case ApiAnswer.Failed<WriteResult>(var why)
            when why instanceof ApiFailure.Conflict || why instanceof ApiFailure.NotFound -> WriteResult.LOST_RACE;
            case ApiAnswer.Failed<WriteResult>(ApiFailure.Refused why)
            when why.status() == UNPROCESSABLE -> throw unavailable(what, why, remedy);
            case ApiAnswer.Failed<WriteResult>(var why) -> throw unavailable(what, why, AGAIN);
        };
    }

    private static StoreUnavailable unavailable(String what, ApiFailure why, String remedy) {
        return new StoreUnavailable("cannot " + what + ": " + why.inWords() + ", " + remedy);
    }
}
