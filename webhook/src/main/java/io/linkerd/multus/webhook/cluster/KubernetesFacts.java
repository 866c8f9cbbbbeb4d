// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.service.api.ApiAnswer;
import io.linkerd.multus.service.api.ApiFailure;
import io.linkerd.multus.service.clocks.Clocks;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;

/** Answers from memory where it can, and from the API server where it must. */
@Singleton
class KubernetesFacts implements Cluster {
    /** One answer that does not come leaves time for another way; a pod may need three one after the other. */
    private static final Duration LONGEST = Duration.ofMillis(1500);

    /** Constraints change about never, and a Deployment makes its pods at once. */
    private static final Duration CONSTRAINTS_STAY = Duration.ofSeconds(30);

    /** Asked for only where none is known, or none can be followed: a namespace's pods may ask once a second. */
    private static final Duration ATTACHMENTS_STAY = Duration.ofSeconds(1);

    /** Asked for only where the memory is behind, or says no: a namespace's pods may ask once a second. */
    private static final Duration NAMESPACES_STAY = Duration.ofSeconds(1);

    private final ClusterMemory memory;
    private final CoreV1Api core;
    private final CustomObjectsApi custom;
    private final LookUps namespaceLookUps;
    private final LookUps constraintsLookUps;
    private final LookUps attachmentLookUps;
    private final Answers<NamespaceFacts> namespaces;
    private final Answers<SccRules> constraints;
    private final Answers<Boolean> attachments;

    KubernetesFacts(ClusterApi api, ClusterMemory memory, Clocks clocks, MeterRegistry registry) {
        var client = api.within(LONGEST);
        var live = new LiveObject(client, LONGEST, clocks.nanos());
        this.memory = memory;
        this.core = new CoreV1Api(client);
        this.custom = new CustomObjectsApi(client);
        this.namespaceLookUps = lookUps("namespace", live, registry, clocks);
        this.constraintsLookUps = lookUps("constraints", live, registry, clocks);
        this.attachmentLookUps = lookUps("attachment", live, registry, clocks);
        this.namespaces = new Answers<>(NAMESPACES_STAY, clocks.nanos());
        this.constraints = new Answers<>(CONSTRAINTS_STAY, clocks.nanos());
        this.attachments = new Answers<>(ATTACHMENTS_STAY, clocks.nanos());
    }

    private static LookUps lookUps(String what, LiveObject live, MeterRegistry registry, Clocks clocks) {
        return new LookUps(what, live, registry, new Outage(what, clocks.nanos()));
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
            return memory.followsNamespaces() ? memory.namespace(name) : Optional.empty();
        }

        @Override
        public ApiAnswer<NamespaceFacts> namespace(String name) {
            return namespaces.get(name, deadline, () -> askForNamespace(name, deadline), () -> memory.lastKnown(name));
        }

        @Override
        public ApiAnswer<SccRules> securityContextConstraints(String name) {
            return SccRules.ofDefault(name)
                    .<ApiAnswer<SccRules>>map(ApiAnswer.Answered::new)
                    .orElseGet(() -> customConstraints(name));
        }

        private ApiAnswer<SccRules> customConstraints(String name) {
            return ObjectNames.isSubdomain(name)
                    ? constraints.get(name, deadline, () -> askForConstraints(name, deadline))
                    : new ApiAnswer.Failed<>(new ApiFailure.NotFound());
        }

        /**
         * What is remembered to be there is, as long as its end would be heard of; whatever else is remembered is asked for, and counts
         * where there is no answer.
         */
        @Override
        public ApiAnswer<Boolean> attachment(String namespace) {
            var remembered = memory.attachment(namespace);
            if (remembered.orElse(false) && memory.followsAttachments()) {
                return new ApiAnswer.Answered<>(true);
            }
            var answer = attachments.get(
                    namespace,
                    deadline,
                    () -> askForAttachment(namespace, deadline),
                    () -> memory.lastKnownAttachment(namespace));
            return remembered.isEmpty() || Answers.isKnowledge(answer)
                    ? answer
                    : asRemembered(remembered.get(), memory.followsAttachments());
        }

        /** One that comes is heard of only while somebody listens. */
        private static ApiAnswer<Boolean> asRemembered(boolean there, boolean heardOf) {
            return there || !heardOf
                    ? new ApiAnswer.Answered<>(there)
                    : new ApiAnswer.Failed<>(new ApiFailure.NotFound());
        }
    }

    private ApiAnswer<NamespaceFacts> askForNamespace(String name, Deadline deadline) {
        return namespaceLookUps
                .ask(
                        LiveObject.METADATA,
                        deadline,
                        () -> core.readNamespace(name).buildCall(null),
                        body -> HeadReader.object(body.byteStream()))
                .map(head -> NamespaceFacts.of(head.annotations(), head.labels()));
    }

    private ApiAnswer<SccRules> askForConstraints(String name, Deadline deadline) {
        return constraintsLookUps.ask(
                LiveObject.WHOLE,
                deadline,
                () -> custom.getClusterCustomObject(
                                OpenShift.SCC_GROUP, OpenShift.SCC_VERSION, OpenShift.SCC_PLURAL, name)
                        .buildCall(null),
                body -> ConstraintsReader.read(body.byteStream()));
    }

    private ApiAnswer<Boolean> askForAttachment(String namespace, Deadline deadline) {
        return attachmentLookUps.ask(
                LiveObject.METADATA,
                deadline,
                () -> custom.getNamespacedCustomObject(
                                Multus.GROUP, Multus.VERSION, namespace, Multus.PLURAL, Multus.ATTACHMENT)
                        .buildCall(null),
                _ -> true);
    }
}
