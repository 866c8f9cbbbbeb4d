// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.service.clocks.Clocks;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Answers from the namespace informer's cache and from the API server. */
@Singleton
class KubernetesFacts implements Cluster {
    /** One answer that does not come leaves time for another way; a pod may need three one after the other. */
    private static final Duration LONGEST = Duration.ofMillis(1500);

    /** Constraints change about never, and a Deployment makes its pods at once. */
    private static final Duration FRESH = Duration.ofSeconds(30);

    /** A cluster has a dozen; whoever makes pods may name others, which are asked for each time when there are too many. */
    private static final int MOST_REMEMBERED = 200;

    /** No object has a longer one. */
    private static final int LONGEST_NAME = 253;

    private final NamespaceCache namespaces;
    private final ApiClient client;
    private final CoreV1Api core;
    private final CustomObjectsApi custom;
    private final Clocks clocks;
    private final Map<String, Remembered> constraints = new ConcurrentHashMap<>();

    private record Remembered(long nanos, ApiAnswer<SccRules> answer) {}

    KubernetesFacts(ClusterApi api, NamespaceCache namespaces, Clocks clocks) {
        this.client = api.within(LONGEST);
        this.namespaces = namespaces;
        this.core = new CoreV1Api(client);
        this.custom = new CustomObjectsApi(client);
        this.clocks = clocks;
    }

    @Override
    public ClusterFacts until(Deadline deadline) {
        return new Facts(deadline);
    }

    /** The answers for one caller. */
    private final class Facts implements ClusterFacts {
        private final Deadline deadline;

        Facts(Deadline deadline) {
            this.deadline = deadline;
        }

        @Override
        public Optional<NamespaceFacts> cachedNamespace(String name) {
            return namespaces.get(name);
        }

        @Override
        public ApiAnswer<NamespaceFacts> namespace(String name) {
            return KubernetesFacts.this
                    .<V1Namespace>ask(
                            deadline,
                            V1Namespace.class,
                            () -> core.readNamespace(name).buildCall(null))
                    .map(NamespaceCache::read);
        }

        @Override
        public ApiAnswer<SccRules> securityContextConstraints(String name) {
            return SccRules.ofDefault(name)
                    .<ApiAnswer<SccRules>>map(ApiAnswer.Answered::new)
                    .orElseGet(() -> remembered(name, deadline));
        }

        @Override
        public ApiAnswer<Boolean> attachment(String namespace) {
            return ask(
                            deadline,
                            Object.class,
                            () -> custom.getNamespacedCustomObject(
                                            Multus.GROUP, Multus.VERSION, namespace, Multus.PLURAL, Multus.ATTACHMENT)
                                    .buildCall(null))
                    .map(_ -> true);
        }
    }

    private <T> ApiAnswer<T> ask(Deadline deadline, Class<T> type, ObjectWatch.Request request) {
        return ClusterApi.ask(client, type, deadline, LONGEST, request);
    }

    private ApiAnswer<SccRules> remembered(String name, Deadline deadline) {
        if (name.length() > LONGEST_NAME) {
            return new ApiAnswer.Failed<>(new ApiFailure.NotFound());
        }
        long now = clocks.nanos().getAsLong();
        constraints.values().removeIf(known -> now - known.nanos() > FRESH.toNanos());
        var known = constraints.get(name);
        if (known != null) {
            return known.answer();
        }
        var answer = askForConstraints(name, deadline);
        if (isKnowledge(answer) && constraints.size() < MOST_REMEMBERED) {
            constraints.put(name, new Remembered(now, answer));
        }
        return answer;
    }

    private ApiAnswer<SccRules> askForConstraints(String name, Deadline deadline) {
        return ask(
                        deadline,
                        Object.class,
                        () -> custom.getClusterCustomObject(
                                        OpenShift.SCC_GROUP, OpenShift.SCC_VERSION, OpenShift.SCC_PLURAL, name)
                                .buildCall(null))
                .map(KubernetesFacts::rules);
    }

    private static boolean isKnowledge(ApiAnswer<?> answer) {
        return switch (answer) {
            case ApiAnswer.Answered<?> _ -> true;
            case ApiAnswer.Failed<?>(var why) -> why instanceof ApiFailure.NotFound;
        };
    }

    /** Constraints without {@code runAsUser} do not restrict it. */
    private static SccRules rules(Object constraints) {
        var fields = constraints instanceof Map<?, ?> found ? found : Map.of();
        var runAsUser = fields.get("runAsUser") instanceof Map<?, ?> found ? found : Map.of();
        var seccompProfiles = fields.get("seccompProfiles") instanceof List<?> found ? found : List.of();
        return SccRules.of(
                new SccRunAsUser(
                        runAsUser.get("type") instanceof String type ? type : SccRunAsUser.RUN_AS_ANY,
                        number(runAsUser.get("uid")),
                        number(runAsUser.get("uidRangeMin")),
                        number(runAsUser.get("uidRangeMax"))),
                seccompProfiles.stream().map(String::valueOf).toList());
    }

    /** Numbers come as doubles, which hold every user id exactly. */
    private static OptionalLong number(@Nullable Object value) {
        return value instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }
}
