// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.caches.AttachmentKey;
import io.linkerd.multus.daemon.caches.CacheReading;
import io.linkerd.multus.daemon.caches.CachedAttachment;
import io.linkerd.multus.daemon.caches.NetworkCaches;
import io.linkerd.multus.daemon.delegates.ValidAttachment;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The containers whose attachments are kept on the node.
 *
 * @param valid those that their runtime has named; empty where it has named none, and all are valid then
 * @param inWork those that a command is at work on, which are valid in any case
 */
record KeptContainers(List<AttachmentKey> attachments, Optional<Set<String>> valid, Set<String> inWork) {
    private static final List<String> KEYS = List.of("cni.dev/valid-attachments", "cni.dev/attachments");

    private static final Pattern OF_OTHERS = Pattern.compile("net[0-9]+");

    KeptContainers {
        attachments = List.copyOf(attachments);
        valid = valid.map(Set::copyOf);
        inWork = Set.copyOf(inWork);
    }

    /** {@return those of a GC's configuration} */
    static KeptContainers of(NetworkCaches.Listing listing, JsonValue config, Set<String> inWork) {
        var named = KEYS.stream()
                .flatMap(key -> config.member(key).stream())
                .filter(JsonValue.Elements.class::isInstance)
                .findFirst()
                .map(list -> list.items().stream()
                        .flatMap(item -> item.text("containerID").stream())
                        .collect(Collectors.toUnmodifiableSet()));
        return new KeptContainers(listing.attachments(), named, inWork);
    }

    /** {@return the containers that have ended without their DEL} */
    List<String> stale() {
        return attachments.stream()
                .map(AttachmentKey::containerId)
                .filter(Predicate.not(this::isValid))
                .distinct()
                .toList();
    }

    /** {@return an attachment of a container, that to its first network where its name tells: others are called {@code net} and a number} */
    static Optional<CachedAttachment> first(String container, NetworkCaches caches) {
        return caches.attachmentsOf(container).stream()
                .sorted(Comparator.comparing(
                        key -> OF_OTHERS.matcher(key.interfaceName()).matches()))
                .flatMap(key -> caches.attachment(key) instanceof CacheReading.Found<CachedAttachment>(var attachment)
                        ? Stream.of(attachment)
                        : Stream.empty())
                .findFirst();
    }

    /** {@return the attachments to a network that are to stay} */
    List<ValidAttachment> valid(String network) {
        return attachments.stream()
                .filter(key -> key.network().equals(network) && isValid(key.containerId()))
                .map(key -> new ValidAttachment(key.containerId(), key.interfaceName()))
                .toList();
    }

    private boolean isValid(String container) {
        return valid.isEmpty() || valid.get().contains(container) || inWork.contains(container);
    }
}
