// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.controller.settings.AttachmentSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Looks at the pods of namespaces whose attachment is to go, page by page; where none of them needs it, at those of all namespaces, since
 * it may have been the shared one, and anybody may refer to it.
 */
final class PodLooks {
    /** A pod that was admitted just before the annotation went may not be listed yet; the webhook's view lags no longer. */
    static final Duration SETTLING = Duration.ofSeconds(3);
    /** Between looks at a namespace that has been leaving for long: a thousand of them are seventeen requests a second. */
    static final Duration SELDOM = Duration.ofSeconds(60);

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final PodPages pods;
    private final AttachmentSettings attachments;
    private final LongSupplier nanoClock;
    private final ReferencesElsewhere elsewhere;
    private final ConcurrentMap<String, Long> leavingSince = new ConcurrentHashMap<>();

    PodLooks(KubernetesClient client, AttachmentSettings attachments, LongSupplier nanoClock) {
        this.pods = new PodPages(client);
        this.attachments = attachments;
        this.nanoClock = nanoClock;
        this.elsewhere = new ReferencesElsewhere(this::referredToFromElsewhere, nanoClock);
    }

    /** {@return whether any pods need the attachment of the namespace, which is leaving} */
    PodUse use(String namespace) {
        if (leavingFor(namespace).compareTo(settling(namespace)) < 0) {
            return PodUse.LOOKING;
        }
        return pods.anyIn(namespace, pod -> uses(pod).anyMatch(namespace::equals))
                ? PodUse.IN_USE
                : elsewhere.use(
                        namespace, leavingSince(namespace) + settling(namespace).toNanos());
    }

    /** {@return when to look again: the longer a namespace has been leaving, the later} */
    Duration untilNextLook(String namespace) {
        var soon = leavingFor(namespace).dividedBy(2);
        if (soon.compareTo(SETTLING) < 0) {
            return SETTLING;
        }
        return soon.compareTo(SELDOM) > 0 ? SELDOM : soon;
    }

    /** The namespace is not leaving, or not any more. */
    void forget(String namespace) {
        leavingSince.remove(namespace);
    }

    /** No namespace is known to be leaving. */
    void clear() {
        leavingSince.clear();
    }

    /** {@return the namespaces whose attachment the pod needs} */
    static Stream<String> uses(Pod pod) {
        var metadata = pod.getMetadata();
        boolean ended = pod.getStatus() != null
                && ENDED.contains(String.valueOf(pod.getStatus().getPhase()));
        return Optional.ofNullable(metadata.getAnnotations())
                .map(annotations -> annotations.get(Multus.NETWORKS))
                .filter(_ -> !ended)
                .stream()
                .flatMap(networks -> NetworkSelection.namespaces(networks, Multus.ATTACHMENT, metadata.getNamespace()));
    }

    private Set<String> referredToFromElsewhere() {
        var referredTo = new HashSet<String>();
        pods.forEach(pod -> uses(pod)
                .filter(namespace -> !namespace.equals(pod.getMetadata().getNamespace()))
                .forEach(referredTo::add));
        return referredTo;
    }

    /** Where the scope changes, replicas of the webhook that were told the other one may answer for a while. */
    private Duration settling(String namespace) {
        return mayBeShared(namespace) ? attachments.handover() : SETTLING;
    }

    /** Where all share one, it may have been another one before. */
    private boolean mayBeShared(String namespace) {
        return attachments.scope().shared() || attachments.scope().namespace().equals(namespace);
    }

    private Duration leavingFor(String namespace) {
        long since = leavingSince(namespace);
        return Duration.ofNanos(nanoClock.getAsLong() - since);
    }

    private long leavingSince(String namespace) {
        return leavingSince.computeIfAbsent(namespace, _ -> nanoClock.getAsLong());
    }
}
