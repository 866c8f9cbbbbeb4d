// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.contracts.plans.attachments.PodNames;
import io.linkerd.multus.contracts.plans.attachments.PodUse;
import io.linkerd.multus.controller.engine.api.ClientTransport;
import io.linkerd.multus.controller.pods.PodLists;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.settings.AttachmentSettings;
import io.linkerd.multus.service.kube.HeadReader;
import io.linkerd.multus.service.kube.ObjectHead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Looks at the pods of namespaces whose attachment is to go: at those that are watched anyway; where none of them needs it, at a list of
 * those of the namespace, since a pod need not be meshed to refer to it; and then at one of those of all namespaces, since it may have been the
 * shared one. Only the lists tell that no pod does: a watch may be late.
 */
final class PodLooks {
    /** A pod that was admitted just before the annotation went may not be listed yet; the webhook's view lags no longer. */
    static final Duration SETTLING = Duration.ofSeconds(3);
    /** Between looks at a namespace that has been leaving for long: a thousand of them are seventeen requests a second. */
    static final Duration SELDOM = Duration.ofSeconds(60);

    private final Function<String, Stream<MeshPod>> watched;
    private final ClientTransport api;
    private final AttachmentSettings attachments;
    private final LongSupplier nanoClock;
    private final ReferencesElsewhere elsewhere;
    private final ConcurrentMap<String, Long> leavingSince = new ConcurrentHashMap<>();

    /** {@code watched} are the pods of a namespace that are known without a request. */
    PodLooks(
            Function<String, Stream<MeshPod>> watched,
            ClientTransport api,
            AttachmentSettings attachments,
            LongSupplier nanoClock) {
        this.watched = watched;
        this.api = api;
        this.attachments = attachments;
        this.nanoClock = nanoClock;
        this.elsewhere = new ReferencesElsewhere(this::referencesElsewhere, nanoClock);
    }

    /** {@return whether any pods need the attachment of the namespace, which is leaving} */
    PodUse use(String namespace) {
        if (leavingFor(namespace).compareTo(settling(namespace)) < 0) {
            return new PodUse.Looking();
        }
        return inUse(namesOf(watched.apply(namespace), namespace))
                .or(() -> inUse(namesIn(namespace)))
                .orElseGet(() -> elsewhere.use(
                        namespace, leavingSince(namespace) + settling(namespace).toNanos()));
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

    private static Optional<PodUse> inUse(PodNames pods) {
        return pods.isEmpty() ? Optional.empty() : Optional.of(new PodUse.InUse(pods));
    }

    private static PodNames namesOf(Stream<MeshPod> pods, String namespace) {
        return PodNames.of(pods.filter(pod -> pod.uses().contains(namespace)).map(MeshPod::name));
    }

    private PodNames namesIn(String namespace) {
        var names = new ArrayList<String>();
        PodLists.readWithoutTraits(api, namespace, pod -> {
            if (pod.uses().contains(namespace)) {
                names.add(pod.name());
            }
        });
        return PodNames.of(names.stream());
    }

    private ReferencesElsewhere.References referencesElsewhere() {
        var pods = new AtomicInteger();
        var references = new HashMap<String, PodNames>();
        PodLists.readAllHeads(api, pod -> {
            pods.incrementAndGet();
            uses(pod).filter(namespace -> !namespace.equals(pod.namespace())).forEach(namespace -> {
                var key = pod.namespace() + "/" + pod.name();
                references.merge(namespace, PodNames.NONE.with(key), (before, _) -> before.with(key));
            });
        });
        return new ReferencesElsewhere.References(pods.get(), references);
    }

    /** One that asks for more networks than are read may ask for the one that all share. */
    private Stream<String> uses(ObjectHead pod) {
        var networks = pod.annotations().getOrDefault(Multus.NETWORKS, "");
        if (networks.isEmpty()) {
            return Stream.empty();
        }
        return networks.equals(HeadReader.TOO_LONG)
                ? Stream.of(attachments.scope().namespace())
                : NetworkSelection.namespaces(networks, Multus.ATTACHMENT, pod.namespace());
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
