// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.service.clocks.Clocks;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
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
    private final Clocks clocks;
    private final Map<String, Remembered> constraints = new ConcurrentHashMap<>();

    private record Remembered(long nanos, ApiAnswer<SccRunAsUser> answer) {}

    KubernetesFacts(ClusterApi api, NamespaceCache namespaces, Clocks clocks) {
        var client = api.within(DEADLINE);
        this.namespaces = namespaces;
        this.core = new CoreV1Api(client);
        this.custom = new CustomObjectsApi(client);
        this.clocks = clocks;
    }

    @Override
    public Optional<NamespaceFacts> cachedNamespace(String name) {
        return namespaces.get(name);
    }

    @Override
    public ApiAnswer<NamespaceFacts> namespace(String name) {
        return ClusterApi.ask(() -> NamespaceCache.read(core.readNamespace(name).execute()));
    }

    @Override
    public ApiAnswer<SccRunAsUser> securityContextConstraints(String name) {
        return SccRunAsUser.ofDefault(name)
                .<ApiAnswer<SccRunAsUser>>map(ApiAnswer.Answered::new)
                .orElseGet(() -> remembered(name));
    }

    @Override
    public ApiAnswer<Boolean> attachment(String namespace) {
        return ClusterApi.ask(() -> {
            custom.getNamespacedCustomObject(Multus.GROUP, Multus.VERSION, namespace, Multus.PLURAL, Multus.ATTACHMENT)
                    .execute();
            return true;
        });
    }

    private ApiAnswer<SccRunAsUser> remembered(String name) {
        long now = clocks.nanos().getAsLong();
        constraints.values().removeIf(known -> now - known.nanos() > FRESH.toNanos());
        var known = constraints.get(name);
        if (known != null) {
            return known.answer();
        }
        var answer = askForConstraints(name);
        if (isKnowledge(answer)) {
            constraints.put(name, new Remembered(now, answer));
        }
        return answer;
    }

    private ApiAnswer<SccRunAsUser> askForConstraints(String name) {
        return ClusterApi.ask(() -> runAsUser(
                custom.getClusterCustomObject(OpenShift.SCC_GROUP, OpenShift.SCC_VERSION, OpenShift.SCC_PLURAL, name)
                        .execute()));
    }

    private static boolean isKnowledge(ApiAnswer<?> answer) {
        return switch (answer) {
            case ApiAnswer.Answered<?> _ -> true;
            case ApiAnswer.Failed<?>(var why) -> why instanceof ApiFailure.NotFound;
        };
    }

    /** Constraints without {@code runAsUser} do not restrict it. */
    private static SccRunAsUser runAsUser(Object constraints) {
        var runAsUser = constraints instanceof Map<?, ?> fields && fields.get("runAsUser") instanceof Map<?, ?> found
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
}
