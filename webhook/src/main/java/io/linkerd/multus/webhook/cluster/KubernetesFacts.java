// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.service.kube.WatchTransport;
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
    private final LookUps namespaceLookUps;
    private final LookUps constraintsLookUps;
    private final LookUps attachmentLookUps;
    private final Answers<NamespaceFacts> namespaces;
    private final Answers<SccRules> constraints;
    private final Answers<Boolean> attachments;

    KubernetesFacts(WatchTransport api, ClusterMemory memory, Clocks clocks, MeterRegistry registry) {
        var places = new LookUpPlaces(LONGEST);
        this.memory = memory;
        this.namespaceLookUps = lookUps("namespace", api, places, registry, clocks);
        this.constraintsLookUps = lookUps("constraints", api, places, registry, clocks);
        this.attachmentLookUps = lookUps("attachment", api, places, registry, clocks);
        this.namespaces = new Answers<>(NAMESPACES_STAY, clocks.nanos());
        this.constraints = new Answers<>(CONSTRAINTS_STAY, clocks.nanos());
        this.attachments = new Answers<>(ATTACHMENTS_STAY, clocks.nanos());
    }

    private static LookUps lookUps(
            String what, ApiTransport api, LookUpPlaces places, MeterRegistry registry, Clocks clocks) {
        return new LookUps(what, api, places, registry, new Outage(what, clocks.nanos()));
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
        var call = ApiCall.metadata(ApiPath.core("namespaces", name));
        return namespaceLookUps
                .ask(call, deadline, NamespaceFacts.HEADS::object)
                .map(NamespaceFacts::of);
    }

    private ApiAnswer<SccRules> askForConstraints(String name, Deadline deadline) {
        var call = ApiCall.get(ApiPath.group(OpenShift.SCC_GROUP, OpenShift.SCC_VERSION, OpenShift.SCC_PLURAL, name));
        return constraintsLookUps.ask(call, deadline, ConstraintsReader::read);
    }

    private ApiAnswer<Boolean> askForAttachment(String namespace, Deadline deadline) {
        var call = ApiCall.metadata(
                ApiPath.group(Multus.GROUP, Multus.VERSION, "namespaces", namespace, Multus.PLURAL, Multus.ATTACHMENT));
        return attachmentLookUps.ask(call, deadline, ApiReading.nothing(true));
    }
}
