// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.HeadReader;
import io.linkerd.multus.service.kube.ListWatch;
import io.linkerd.multus.service.kube.ObjectCache;
import io.linkerd.multus.service.kube.ObjectHead;
import io.linkerd.multus.service.kube.Pace;
import io.linkerd.multus.service.kube.Selection;
import io.linkerd.multus.service.kube.Standing;
import io.linkerd.multus.service.kube.WatchTransport;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/** What is remembered of the cluster: a little of each namespace, and where Linkerd's attachment is. */
@Singleton
public class ClusterMemory implements AutoCloseable {
    /** Of namespaces, nothing else is kept. */
    static final HeadReader NAMESPACES = new HeadReader(NamespaceMarks.NAMES);

    private final Followed<NamespaceMarks> namespaces;
    private final Followed<Boolean> attachments;
    private final AttachmentScope scope;

    @Inject
    ClusterMemory(WatchTransport api, WebhookSettings settings, Clocks clocks, MeterRegistry registry) {
        this(api, settings.podRules().scope(), clocks, registry);
    }

    /** Attachments are followed where pods refer to any: without Multus the API server does not know their kind. */
    ClusterMemory(WatchTransport api, AttachmentScope scope, Clocks clocks, MeterRegistry registry) {
        this.scope = scope;
        this.namespaces = Followed.of(
                api,
                Selection.all(ApiPath.core("namespaces")),
                NAMESPACES,
                ClusterMemory::marks,
                new Standing("namespaces", clocks.nanos()));
        // By name, so that a right for this name alone is enough.
        this.attachments = Followed.of(
                api,
                Selection.named(ApiPath.group(Multus.GROUP, Multus.VERSION, Multus.PLURAL), Multus.ATTACHMENT),
                new HeadReader(Set.of()),
                _ -> true,
                new Standing(Multus.PLURAL, clocks.nanos()));
        measure("namespaces", namespaces, registry);
        if (scope.attaches()) {
            measure("attachments", attachments, registry);
        }
    }

    /**
     * What is remembered of each object of a list, by its namespace. A watch that ends counts as in step until the next one cannot be opened,
     * which tells what happened in between.
     */
    private record Followed<V>(ObjectCache<ObjectHead, V> cache, Standing standing, Thread thread) {
        static <V> Followed<V> of(
                WatchTransport api,
                Selection selection,
                HeadReader reader,
                Function<ObjectHead, V> kept,
                Standing standing) {
            var cache = new ObjectCache<ObjectHead, V>(
                    head -> new ObjectCache.Entry<>(head.place(), head.version(), kept.apply(head)),
                    ObjectCache.Listener.none(),
                    standing);
            var watch = new ListWatch<>(api, selection, reader, Pace.USUAL, cache, ThreadLocalRandom.current());
            return new Followed<>(
                    cache, standing, Thread.ofVirtual().name("follow").unstarted(watch));
        }
    }

    private static double ageInSeconds(Standing standing) {
        return standing.age().toNanos() / 1e9;
    }

    static NamespaceMarks marks(ObjectHead namespace) {
        return NamespaceMarks.of(namespace.annotations(), namespace.labels());
    }

    private static void measure(String cache, Followed<?> followed, MeterRegistry registry) {
        Gauge.builder("linkerd_multus_webhook_cache_age_seconds", followed.standing(), ClusterMemory::ageInSeconds)
                .description("How long ago what is remembered was last what the API server has; 0 while it is")
                .tag("cache", cache)
                .register(registry);
        Gauge.builder(
                        "linkerd_multus_webhook_cache_objects",
                        followed.cache(),
                        known -> known.all().count())
                .description("Of how many objects something is remembered")
                .tag("cache", cache)
                .register(registry);
    }

    /** Begins to follow; returns at once. */
    public void start() {
        namespaces.thread().start();
        if (scope.attaches()) {
            attachments.thread().start();
        }
    }

    /** {@return in plain words, why reviews cannot be answered yet; nothing where they can} */
    public List<String> whyNotReady() {
        if (namespaces.cache().isComplete()) {
            return List.of();
        }
        var why = namespaces
                .standing()
                .trouble()
                .map(trouble -> " (" + trouble.inWords() + ")")
                .orElse("");
        return List.of("the namespaces of the cluster are not read yet" + why);
    }

    /** {@return a namespace, as it was when the API server was heard last} */
    Optional<NamespaceMarks> namespace(String name) {
        return namespaces.cache().get(name);
    }

    /** {@return whether the API server tells of each change of a namespace, as far as anybody knows} */
    boolean followsNamespaces() {
        return namespaces.standing().isInStep();
    }

    /** {@return a namespace, and when it was so} */
    Optional<Answers.Known<NamespaceMarks>> lastKnown(String namespace) {
        long heardAt = namespaces.standing().heardAt();
        return namespaces.cache().get(namespace).map(facts -> new Answers.Known<>(facts, heardAt));
    }

    /** {@return whether the API server tells of each attachment that comes or goes, as far as anybody knows} */
    boolean followsAttachments() {
        return attachments.standing().isInStep();
    }

    /** {@return whether the attachment was in a namespace when the API server was heard last; nothing where it never was} */
    Optional<Boolean> attachment(String namespace) {
        return attachments.cache().isComplete()
                ? Optional.of(attachments.cache().get(namespace).isPresent())
                : Optional.empty();
    }

    /** {@return that the attachment was in a namespace, and when it was so; nothing where it was not} */
    Optional<Answers.Known<Boolean>> lastKnownAttachment(String namespace) {
        long heardAt = attachments.standing().heardAt();
        return attachments.cache().get(namespace).map(there -> new Answers.Known<>(there, heardAt));
    }

    @Override
    @PreDestroy
    public void close() {
        namespaces.thread().interrupt();
        attachments.thread().interrupt();
    }
}
