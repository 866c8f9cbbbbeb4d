// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.webhook.settings.CertificateSource;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the namespace's pods goes what answers; a configuration that stayed refused every meshed pod of the cluster. */
class NamespaceEndTest {
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1/";
    private static final String MUTATING = GROUP + "mutatingwebhookconfigurations/zz-w";
    private static final String VALIDATING = GROUP + "validatingwebhookconfigurations/v";
    private static final String NAMESPACE = "/api/v1/namespaces/linkerd-multus";

    private final FakeApiServer api = FakeApiServer.plain();
    private final NamespaceEnd end =
            new NamespaceEnd(settings(), StoreApis.transport(api).unpooled(), Clocks.ofTheSystem());

    @BeforeEach
    void install() {
        api.put(NAMESPACE, "{metadata: {finalizers: ['kubernetes']}}");
        api.put(MUTATING, calling("linkerd-multus"));
        api.put(VALIDATING, calling("linkerd-multus"));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void aReplicaThatEndsWithItsNamespaceTakesTheConfigurationsAlong() {
        terminate();

        end.removeConfigurations(soon());

        assertThat(api.get(MUTATING)).isEmpty();
        assertThat(api.get(VALIDATING)).isEmpty();
    }

    @Test
    void soDoesOneWhoseNamespaceIsGone() {
        api.remove(NAMESPACE);

        end.removeConfigurations(soon());

        assertThat(api.get(MUTATING)).isEmpty();
    }

    @Test
    void anEndWhileTheNamespaceStaysIsAnUpgrade() {
        end.removeConfigurations(soon());

        assertThat(api.writes()).isEmpty();
    }

    /** It may be killed between the two. */
    @Test
    void whatRefusesPodsGoesFirst() {
        terminate();
        api.forgetRequests();

        end.removeConfigurations(soon());

        assertThat(api.writes()).hasSize(2);
        assertThat(api.writes().getFirst()).startsWith("DELETE " + MUTATING);
    }

    @Test
    void anotherReplicaFinishesWhatOneThatWasKilledHasBegun() {
        terminate();
        api.remove(MUTATING);

        end.removeConfigurations(soon());

        assertThat(api.get(VALIDATING)).isEmpty();
    }

    /** An API server that has just started answers 403 for a moment, one that is overloaded 429. */
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 500})
    void triesAgainWhereTheApiServerDoesNotLetIt(int status) {
        terminate();
        api.fail("GET " + NAMESPACE, Failure.status(status), 2);
        api.fail("DELETE " + MUTATING, Failure.status(status), 1);

        end.removeConfigurations(Deadline.in(Duration.ofSeconds(3), System::nanoTime));

        assertThat(api.get(MUTATING)).isEmpty();
        assertThat(api.get(VALIDATING)).isEmpty();
    }

    /** After a Helm uninstall that has taken the rights already. */
    @Test
    void endsItselfWhenItCannotTell() {
        api.fail("GET " + NAMESPACE, Failure.status(403));

        end.removeConfigurations(Deadline.in(Duration.ofMillis(300), System::nanoTime));

        assertThat(api.get(MUTATING)).isPresent();
    }

    /** Helm can take objects over: the release of this name is in another namespace now. */
    @ParameterizedTest
    @ValueSource(strings = {"elsewhere", "linkerd"})
    void leavesAConfigurationThatAnotherNamespaceAnswersFor(String namespace) {
        api.put(MUTATING, calling(namespace));
        terminate();

        end.removeConfigurations(soon());

        assertThat(api.get(MUTATING)).isPresent();
        assertThat(api.get(VALIDATING)).isEmpty();
    }

    /** A load balancer says it when no API server is there, and API servers that start when they have not loaded what they serve. */
    @Test
    void anAnswerOf404IsNoNamespaceThatIsGone() {
        api.fail("GET /api/v1/namespaces", Failure.status(404));

        end.removeConfigurations(soon());

        assertThat(api.get(MUTATING)).isPresent();
    }

    @Test
    void a404OnANamespaceThatTheListHasIsNotBelieved() {
        api.fail("GET " + NAMESPACE, Failure.status(404));

        end.removeConfigurations(soon());

        assertThat(api.get(MUTATING)).isPresent();
    }

    /** The operator and Argo CD make what is missing, and it stayed when the last replica had gone. */
    @Test
    void aConfigurationThatIsPutBackWhileTheNamespaceEndsGoesAsWell() throws Exception {
        terminate();
        var replica = Thread.startVirtualThread(end::removeConfigurations);
        try {
            await().until(() ->
                    api.get(MUTATING).isEmpty() && api.get(VALIDATING).isEmpty());
            api.put(MUTATING, calling("linkerd-multus"));

            await().until(() -> api.get(MUTATING).isEmpty());
        } finally {
            replica.interrupt();
            replica.join();
        }
    }

    /** It was read as one of ours, moved to another namespace, and deleted: what it had become answered well. */
    @Test
    void aConfigurationThatIsMovedBetweenReadingAndDeletingStays() {
        terminate();
        var inner = StoreApis.transport(api);
        var moving = new ApiTransport() {
            @Override
            public <T> ApiAnswer<T> ask(ApiCall call, Deadline deadline, ApiReading<T> reading) {
                if (call.toString().startsWith("DELETE " + MUTATING)) {
                    api.put(MUTATING, calling("elsewhere"));
                }
                return inner.ask(call, deadline, reading);
            }
        };

        new NamespaceEnd(settings(), moving, Clocks.ofTheSystem())
                .removeConfigurations(Deadline.in(Duration.ofSeconds(2), System::nanoTime));

        assertThat(api.get(MUTATING)).isPresent();
        assertThat(api.get(VALIDATING))
                .as("the others go, once that is read again")
                .isEmpty();
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofMillis(500), System::nanoTime);
    }

    private void terminate() {
        api.delete(NAMESPACE, "{}");
        assertThat(api.get(NAMESPACE)
                        .orElseThrow()
                        .at("/metadata/deletionTimestamp")
                        .asText())
                .isNotEmpty();
    }

    private static String calling(String namespace) {
        return "{webhooks: [{name: 'a', clientConfig: {service: {name: 'w', namespace: '" + namespace + "'}}}]}";
    }

    private static WebhookSettings settings() {
        return new WebhookSettings(
                "w",
                "linkerd-multus",
                "linkerd-multus",
                "w",
                "zz-w",
                List.of("v"),
                "w-ca",
                CertificateSource.selfIssued(),
                true,
                Optional.empty(),
                PodRules.STANDARD,
                8443,
                8080);
    }
}
