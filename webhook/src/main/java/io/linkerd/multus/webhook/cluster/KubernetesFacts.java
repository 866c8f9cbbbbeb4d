// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.service.clocks.Clocks;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Answers from memory where it can, and from the API server where it must. */
@Singleton
class KubernetesFacts implements Cluster {
    /** One answer that does not come leaves time for another way; a pod may need three one after the other. */
    private static final Duration LONGEST = Duration.ofMillis(1500);

    /** Constraints change about never, and a Deployment makes its pods at once. */
    private static final Duration CONSTRAINTS_STAY = Duration.ofSeconds(30);

    /** Asked for only where none is known, or none can be followed: a namespace's pods may ask once a second. */
    private static final Duration ATTACHMENTS_STAY = Duration.ofSeconds(1);

    /** No object has a longer one. */
    private static final int LONGEST_NAME = 253;

    private final ClusterMemory memory;
    private final ApiClient client;
    private final CoreV1Api core;
    private final CustomObjectsApi custom;
    private final MeterRegistry registry;
    private final Answers<SccRules> constraints;
    private final Answers<Boolean> attachments;

    KubernetesFacts(ClusterApi api, ClusterMemory memory, Clocks clocks, MeterRegistry registry) {
        this.client = api.within(LONGEST);
        this.memory = memory;
        this.core = new CoreV1Api(client);
        this.custom = new CustomObjectsApi(client);
        this.registry = registry;
        this.constraints = new Answers<>(CONSTRAINTS_STAY, clocks.nanos());
        this.attachments = new Answers<>(ATTACHMENTS_STAY, clocks.nanos());
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
            return memory.namespace(name);
        }

        @Override
        public ApiAnswer<NamespaceFacts> namespace(String name) {
            return KubernetesFacts.this
                    .<V1Namespace>ask(
                            "namespace",
                            deadline,
                            V1Namespace.class,
                            () -> core.readNamespace(name).buildCall(null))
                    .map(KubernetesFacts::facts);
        }

        @Override
        public ApiAnswer<SccRules> securityContextConstraints(String name) {
            return SccRules.ofDefault(name)
                    .<ApiAnswer<SccRules>>map(ApiAnswer.Answered::new)
                    .orElseGet(() -> customConstraints(name));
        }

        private ApiAnswer<SccRules> customConstraints(String name) {
            return name.length() > LONGEST_NAME
                    ? new ApiAnswer.Failed<>(new ApiFailure.NotFound())
                    : constraints.get(name, deadline, () -> askForConstraints(name, deadline));
        }

        /** What is remembered to be there is; whatever else is remembered is asked for, and believed where there is no answer. */
        @Override
        public ApiAnswer<Boolean> attachment(String namespace) {
            var remembered = memory.attachment(namespace);
            if (remembered.orElse(false) && !memory.mayNotFollowAttachments()) {
                return new ApiAnswer.Answered<>(true);
            }
            var answer = attachments.get(namespace, deadline, () -> askForAttachment(namespace, deadline));
            return remembered.isEmpty() || Answers.isKnowledge(answer)
                    ? answer
                    : remembered
                            .filter(there -> there)
                            .<ApiAnswer<Boolean>>map(ApiAnswer.Answered::new)
                            .orElseGet(() -> new ApiAnswer.Failed<>(new ApiFailure.NotFound()));
        }
    }

    private ApiAnswer<SccRules> askForConstraints(String name, Deadline deadline) {
        return ask(
                        "constraints",
                        deadline,
                        Object.class,
                        () -> custom.getClusterCustomObject(
                                        OpenShift.SCC_GROUP, OpenShift.SCC_VERSION, OpenShift.SCC_PLURAL, name)
                                .buildCall(null))
                .map(KubernetesFacts::rules);
    }

    private ApiAnswer<Boolean> askForAttachment(String namespace, Deadline deadline) {
        return ask(
                        "attachment",
                        deadline,
                        Object.class,
                        () -> custom.getNamespacedCustomObject(
                                        Multus.GROUP, Multus.VERSION, namespace, Multus.PLURAL, Multus.ATTACHMENT)
                                .buildCall(null))
                .map(_ -> true);
    }

    private <T> ApiAnswer<T> ask(String what, Deadline deadline, Class<T> type, ObjectWatch.Request request) {
        if (deadline.left().isZero()) {
            return new ApiAnswer.Failed<>(new ApiFailure.Unreachable("no time was left to ask it"));
        }
        var answer = ClusterApi.<T>ask(client, type, deadline, LONGEST, request);
        Counter.builder("linkerd_multus_webhook_lookups")
                .description("Questions to the API server that a pod had to wait for")
                .tag("object", what)
                .tag("result", Answers.isKnowledge(answer) ? "answered" : "failed")
                .register(registry)
                .increment();
        return answer;
    }

    private static NamespaceFacts facts(V1Namespace namespace) {
        var metadata = Objects.requireNonNullElseGet(namespace.getMetadata(), V1ObjectMeta::new);
        return NamespaceFacts.of(
                Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()),
                Objects.requireNonNullElse(metadata.getLabels(), Map.of()));
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
