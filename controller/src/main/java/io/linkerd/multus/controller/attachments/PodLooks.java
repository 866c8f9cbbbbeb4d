// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.settings.AttachmentSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the pods of namespaces whose attachment is to go, page by page, and at no others; at those of all namespaces where the
 * attachment is, or was, the shared one.
 */
final class PodLooks {
    /** A pod that was admitted just before the annotation went may not be listed yet; the webhook's view lags no longer. */
    static final Duration SETTLING = Duration.ofSeconds(3);
    /** Between looks at a namespace that has been leaving for long: a thousand of them are seventeen requests a second. */
    static final Duration SELDOM = Duration.ofSeconds(60);
    /** A megabyte on its way; most namespaces have no more. */
    private static final long PAGE = 50;

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final KubernetesClient client;
    private final AttachmentSettings attachments;
    private final LongSupplier nanoClock;
    private final ConcurrentMap<String, Long> leavingSince = new ConcurrentHashMap<>();

    PodLooks(KubernetesClient client, AttachmentSettings attachments, LongSupplier nanoClock) {
        this.client = client;
        this.attachments = attachments;
        this.nanoClock = nanoClock;
    }

    /** {@return whether pods of the namespace, which is leaving, need its attachment} */
    PodUse use(String namespace) {
        if (leavingFor(namespace).compareTo(settling(namespace)) < 0) {
            return PodUse.LOOKING;
        }
        return isUsed(namespace) ? PodUse.IN_USE : PodUse.UNUSED;
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

    /** Where the scope changes, replicas of the webhook that were told the other one may answer for a while. */
    private Duration settling(String namespace) {
        return attachments.scope().shared() || mayBeShared(namespace) ? attachments.handover() : SETTLING;
    }

    private boolean mayBeShared(String namespace) {
        return attachments.scope().namespace().equals(namespace);
    }

    /** {@return whether the pod needs the attachment of that namespace} */
    static boolean usesAttachment(Pod pod, String namespace) {
        var metadata = pod.getMetadata();
        boolean ended = pod.getStatus() != null
                && ENDED.contains(String.valueOf(pod.getStatus().getPhase()));
        return !ended
                && Optional.ofNullable(metadata.getAnnotations())
                        .map(annotations -> annotations.get(Multus.NETWORKS))
                        .filter(networks -> NetworkSelection.refersTo(
                                networks, namespace, Multus.ATTACHMENT, metadata.getNamespace()))
                        .isPresent();
    }

    private boolean isUsed(String namespace) {
        var page = page(namespace, null);
        while (page.getItems().stream().noneMatch(pod -> usesAttachment(pod, namespace))) {
            var rest = page.getMetadata().getContinue();
            if (rest == null || rest.isEmpty()) {
                return false;
            }
            page = page(namespace, rest);
        }
        return true;
    }

    private PodList page(String namespace, @Nullable String rest) {
        var options =
                new ListOptionsBuilder().withLimit(PAGE).withContinue(rest).build();
        var pods = mayBeShared(namespace)
                ? client.pods().inAnyNamespace()
                : client.pods().inNamespace(namespace);
        return ApiException.call("list pods", () -> pods.list(options));
    }

    private Duration leavingFor(String namespace) {
        long now = nanoClock.getAsLong();
        return Duration.ofNanos(now - leavingSince.computeIfAbsent(namespace, _ -> now));
    }
}
