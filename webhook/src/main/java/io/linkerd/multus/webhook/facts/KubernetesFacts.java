// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.facts;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.webhook.cluster.ClusterApi;
import jakarta.inject.Singleton;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Answers from the namespace informer's cache and from the API server. */
@Singleton
class KubernetesFacts implements ClusterFacts {
    /** A pod may need three answers one after the other, and the API server waits 5 s for ours, as the chart has it. */
    private static final Duration DEADLINE = Duration.ofMillis(1500);

    /** Constraints change about never, and a Deployment makes its pods at once. */
    private static final Duration FRESH = Duration.ofSeconds(30);

    private final NamespaceCache namespaces;
    private final CoreV1Api core;
    private final CustomObjectsApi custom;
    private final LongSupplier nanoClock = System::nanoTime;
    private final Map<String, Remembered> constraints = new ConcurrentHashMap<>();

    private record Remembered(long nanos, Lookup<SccRunAsUser> answer) {}

    KubernetesFacts(ClusterApi api, NamespaceCache namespaces) {
        ApiClient client = api.within(DEADLINE);
        this.namespaces = namespaces;
        this.core = new CoreV1Api(client);
        this.custom = new CustomObjectsApi(client);
    }

    @Override
    public Optional<NamespaceFacts> cachedNamespace(String name) {
        return namespaces.get(name);
    }

    @Override
    public Lookup<NamespaceFacts> namespace(String name) {
        return ask(
                "namespace " + name,
                () -> NamespaceCache.read(core.readNamespace(name).execute()));
    }

    @Override
    public Lookup<SccRunAsUser> securityContextConstraints(String name) {
        return SccRunAsUser.ofDefault(name)
                .<Lookup<SccRunAsUser>>map(Lookup.Found::new)
                .orElseGet(() -> remembered(name));
    }

    @Override
    public Lookup<Boolean> attachment(String namespace) {
        return ask(Multus.KIND + " " + namespace + "/" + Multus.ATTACHMENT, () -> {
            custom.getNamespacedCustomObject(Multus.GROUP, Multus.VERSION, namespace, Multus.PLURAL, Multus.ATTACHMENT)
                    .execute();
            return true;
        });
    }

    private Lookup<SccRunAsUser> remembered(String name) {
        long now = nanoClock.getAsLong();
        constraints.values().removeIf(known -> now - known.nanos() > FRESH.toNanos());
        Remembered known = constraints.get(name);
        if (known != null) {
            return known.answer();
        }
        Lookup<SccRunAsUser> answer = askForConstraints(name);
        if (!(answer instanceof Lookup.Failed<SccRunAsUser>)) {
            constraints.put(name, new Remembered(now, answer));
        }
        return answer;
    }

    private Lookup<SccRunAsUser> askForConstraints(String name) {
        return ask(
                OpenShift.SCC_KIND + " " + name,
                () -> runAsUser(custom.getClusterCustomObject(
                                OpenShift.SCC_GROUP, OpenShift.SCC_VERSION, OpenShift.SCC_PLURAL, name)
                        .execute()));
    }

    /** Constraints without {@code runAsUser} do not restrict it. */
    static SccRunAsUser runAsUser(Object constraints) {
        Map<?, ?> runAsUser =
                constraints instanceof Map<?, ?> fields && fields.get("runAsUser") instanceof Map<?, ?> found
                        ? found
                        : Map.of();
        return new SccRunAsUser(
                runAsUser.get("type") instanceof String type ? type : SccRunAsUser.RUN_AS_ANY,
                number(runAsUser.get("uid")),
                number(runAsUser.get("uidRangeMin")),
                number(runAsUser.get("uidRangeMax")));
    }

    /** Numbers come as doubles, which hold every user id exactly. */
    private static OptionalLong number(@Nullable Object value) {
        return value instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }

    private interface Question<T> {
        T ask() throws ApiException;
    }

    private static <T> Lookup<T> ask(String what, Question<T> question) {
        try {
            return new Lookup.Found<>(question.ask());
        } catch (ApiException e) {
            return switch (e.getCode()) {
                case HttpURLConnection.HTTP_NOT_FOUND -> new Lookup.Absent<>();
                case 0 -> new Lookup.Failed<>("the API server did not answer in time for " + what);
                default -> new Lookup.Failed<>("the API server answers " + e.getCode() + " for " + what);
            };
        }
    }
}
