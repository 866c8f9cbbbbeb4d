// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.RbacAuthorizationV1Api;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import io.linkerd.multus.webhook.cluster.ClusterApi;
import io.linkerd.multus.webhook.cluster.ObjectWatch;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.time.Instant;
import java.util.Optional;

/** Keeps certificates in a Secret and their trust in the MutatingWebhookConfiguration, through the API server. */
final class KubernetesCertificateStore implements CertificateStore {
    private static final int UNPROCESSABLE = 422;
    private static final String AGAIN = "trying again";

    private final WebhookSettings settings;
    private final CoreV1Api secrets;
    private final AdmissionregistrationV1Api configurations;
    private final RbacAuthorizationV1Api roles;
    private final ObjectWriter secretWriter;
    private final CaBundleWriter caBundle;
    private final ServerClock serverClock = new ServerClock();

    KubernetesCertificateStore(WebhookSettings settings, ApiClient client) {
        this.settings = settings;
        this.secrets = new CoreV1Api(client);
        this.configurations = new AdmissionregistrationV1Api(client);
        this.roles = new RbacAuthorizationV1Api(client);
        this.secretWriter = new ObjectWriter(client, ObjectWriter.secrets(settings.namespace()));
        this.caBundle = CaBundleWriter.of(
                "mutatingwebhookconfigurations",
                settings.webhookConfiguration(),
                HomeNamespace.of(settings.namespace(), client),
                client);
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
        var metadata = SecretMetadata.make(settings, roles);
        return version.isEmpty()
                ? written("create the Secret " + name, () -> secretWriter.create(metadata, content))
                : written(
                        "write the Secret " + name,
                        // Of another type, or immutable: no write can change that.
                        "delete the Secret " + name + " if that goes on: it is made anew",
                        () -> secretWriter.replace(metadata, version, content));
    }

    @Override
    public WriteResult trust(CertificateStep.Trust step) {
        return caBundle.write(step);
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
