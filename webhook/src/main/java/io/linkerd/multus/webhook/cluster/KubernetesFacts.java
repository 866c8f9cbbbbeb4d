// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.admission.pods.ClusterFacts;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
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

    /** Asked for only where the memory is behind, cannot follow, or says no: a namespace's pods may ask once a second. */
    private static final Duration OTHERS_STAY = Duration.ofSeconds(1);

    private final ClusterMemory memory;
    private final long started;
    private final LookUps namespaceLookUps;
    private final LookUps constraintsLookUps;
    private final LookUps attachmentLookUps;
    private final Answers<NamespaceMarks> namespaces;
    private final Answers<SccRules> constraints;
    private final Answers<Boolean> attachments;

    KubernetesFacts(WatchTransport api, ClusterMemory memory, Clocks clocks, MeterRegistry registry) {
        var places = new LookUpPlaces(LONGEST);
        this.memory = memory;
        this.started = clocks.nanos().getAsLong();
        this.namespaceLookUps = lookUps("namespace", api, places, registry, clocks);
        this.constraintsLookUps = lookUps("constraints", api, places, registry, clocks);
        this.attachmentLookUps = lookUps("attachment", api, places, registry, clocks);
        this.namespaces = new Answers<>(OTHERS_STAY, clocks.nanos());
        this.constraints = new Answers<>(CONSTRAINTS_STAY, clocks.nanos());
        this.attachments = new Answers<>(OTHERS_STAY, clocks.nanos());
    }

    private static LookUps lookUps(
            String what, ApiTransport api, LookUpPlaces places, MeterRegistry registry, Clocks clocks) {
        return new LookUps(what, api, places, registry, new Outage(what, clocks.nanos()));
    }

    @Override
    public ClusterFacts remembered() {
        return new Remembered();
    }

    @Override
    public ClusterFacts until(Deadline deadline) {
        return new Asking(deadline);
    }

    /** What is known, or was answered a moment ago. */
    private final class Remembered implements ClusterFacts {
        @Override
        public Lookup<NamespaceMarks> namespace(String name) {
            return followed(name).orElseGet(() -> freshNamespace(name));
        }

        @Override
        public Lookup<NamespaceMarks> freshNamespace(String name) {
            return found(namespaces.fresh(name));
        }

        @Override
        public Lookup<SccRules> constraints(String name) {
            return nameOfNone(name).orElseGet(() -> found(constraints.atOnce(name)));
        }

        @Override
        public Lookup<Boolean> attachment(String namespace) {
            return isAttached(namespace) ? new Lookup.Found<>(true) : found(attachments.fresh(namespace));
        }
    }

    /** The answers for one caller. */
    private final class Asking implements ClusterFacts {
        private final Deadline deadline;

        Asking(Deadline deadline) {
            this.deadline = deadline;
        }

        @Override
        public Lookup<NamespaceMarks> namespace(String name) {
            return followed(name).orElseGet(() -> freshNamespace(name));
        }

        @Override
        public Lookup<NamespaceMarks> freshNamespace(String name) {
            return found(namespaces.get(
                    name, deadline, () -> askForNamespace(name, deadline), () -> memory.lastKnown(name)));
        }

        @Override
        public Lookup<SccRules> constraints(String name) {
            return nameOfNone(name)
                    .orElseGet(() -> DeliveredConstraints.whereUnreadable(
                            name,
                            found(constraints.get(
                                    name,
                                    deadline,
                                    () -> askForConstraints(name, deadline),
                                    () -> DeliveredConstraints.known(name, started)))));
        }

        /**
         * What is remembered to be there is, as long as its end would be heard of; whatever else is remembered is asked for, and counts
         * where there is no answer.
         */
        @Override
        public Lookup<Boolean> attachment(String namespace) {
            if (isAttached(namespace)) {
                return new Lookup.Found<>(true);
            }
            var remembered = memory.attachment(namespace);
            var answer = attachments.get(
                    namespace,
                    deadline,
                    () -> askForAttachment(namespace, deadline),
                    () -> memory.lastKnownAttachment(namespace));
            return remembered.isEmpty() || Answers.isKnowledge(answer) ? found(answer) : asRemembered(remembered.get());
        }

        /** One that comes is heard of only while attachments are followed. */
        private Lookup<Boolean> asRemembered(boolean there) {
            if (there) {
                return new Lookup.Found<>(true);
            }
            return memory.followsAttachments()
                    ? new Lookup.Absent<>()
                    : unanswered("neither the watch nor the API server tells");
        }
    }

    private Optional<Lookup<NamespaceMarks>> followed(String name) {
        return memory.followsNamespaces() ? memory.namespace(name).map(Lookup.Found::new) : Optional.empty();
    }

    /** Whether it is there, and its end would have been heard of. */
    private boolean isAttached(String namespace) {
        return memory.attachment(namespace).orElse(false) && memory.followsAttachments();
    }

    /** What is no name is the name of none, and need not be asked for. */
    private static Optional<Lookup<SccRules>> nameOfNone(String name) {
        return ObjectNames.isSubdomain(name) ? Optional.empty() : Optional.of(new Lookup.Absent<>());
    }

    private static <T> Lookup<T> found(Optional<ApiAnswer<T>> answer) {
        return answer.map(KubernetesFacts::found)
                .orElseGet(() -> new Lookup.Unknown<>("the API server was not asked", true));
    }

    private static <T> Lookup<T> found(ApiAnswer<T> answer) {
        return switch (answer) {
            case ApiAnswer.Answered<T>(var value) -> new Lookup.Found<>(value);
            case ApiAnswer.Failed<T>(ApiFailure.NotFound _) -> new Lookup.Absent<>();
            case ApiAnswer.Failed<T>(var why) -> unanswered(why.inWords());
        };
    }

    /** It was asked within the time of this review; the next review asks anew. */
    private static <T> Lookup<T> unanswered(String reason) {
        return new Lookup.Unknown<>(reason, false);
    }

    private ApiAnswer<NamespaceMarks> askForNamespace(String name, Deadline deadline) {
        var call = ApiCall.metadata(ApiPath.core("namespaces", name));
        return namespaceLookUps
                .ask(call, deadline, ClusterMemory.NAMESPACES::object)
                .map(ClusterMemory::marks);
    }

    private ApiAnswer<SccRules> askForConstraints(String name, Deadline deadline) {
        var call = ApiCall.get(ApiPath.group(OpenShift.SCC_GROUP, OpenShift.SCC_VERSION, OpenShift.SCC_PLURAL, name));
        return DeliveredConstraints.whereMissing(
                name, constraintsLookUps.ask(call, deadline, DeliveredConstraints::read));
    }

    private ApiAnswer<Boolean> askForAttachment(String namespace, Deadline deadline) {
        var call = ApiCall.metadata(
                ApiPath.group(Multus.GROUP, Multus.VERSION, "namespaces", namespace, Multus.PLURAL, Multus.ATTACHMENT));
        return attachmentLookUps.ask(call, deadline, ApiReading.nothing(true));
    }
}
