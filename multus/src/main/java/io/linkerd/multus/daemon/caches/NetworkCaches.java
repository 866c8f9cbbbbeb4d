// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import io.linkerd.multus.daemon.caches.CachedNetwork.Kept;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Multus' {@code cniDir}: a file of each container with its networks, and {@code results} with a file of each attachment. A file is whole or as it
 * was before, whenever the daemon is killed. No two requests of one container are at work at the same time.
 */
public final class NetworkCaches {
    private final CacheFolder lists;
    private final CacheFolder attachments;

    /**
     * Caches in that folder, which is made where it is missing.
     *
     * @param owner of its files; the permission bits mean nothing
     */
    public NetworkCaches(Path cniDir, DurableFiles files, Ownership owner) {
        this.lists = new CacheFolder(cniDir.toAbsolutePath(), files, owner);
        this.attachments = lists.below(CacheFolder.ATTACHMENTS);
    }

    /** The attachments that are kept, and which files say none. */
    public record Listing(List<AttachmentKey> attachments, List<Unreadable> unreadable) {
        public Listing {
            attachments = List.copyOf(attachments);
            unreadable = List.copyOf(unreadable);
        }
    }

    /** A file that says no attachment. */
    public record Unreadable(String file, String reason) {}

    /**
     * Removes what a daemon that was killed left half-written; tells how many files that were.
     *
     * @param before so long ago that no daemon is still writing what was begun then: the one before this may not have ended yet
     */
    public int removeLeftovers(Instant before) throws FileChangeFailed {
        return lists.removeLeftovers(before) + attachments.removeLeftovers(before);
    }

    /** Keeps the networks of a container, before the first of them is attached. */
    public void keepNetworks(String containerId, List<Kept> networks) throws FileChangeFailed {
        lists.write(containerId, NetworkListText.of(networks), NetworkListText.LIMITS);
    }

    /** {@return the networks of a container} */
    public CacheReading<List<CachedNetwork>> networks(String containerId) {
        return lists.read(containerId, NetworkListText.LIMITS, NetworkListText::read);
    }

    /** {@return how many bytes are kept of the networks of a container} */
    public long listLength(String containerId) {
        return lists.length(containerId);
    }

    /** Forgets the networks of a container. */
    public void forgetNetworks(String containerId) throws FileChangeFailed {
        lists.remove(containerId);
    }

    /** Keeps an attachment after its ADD. */
    public void keepAttachment(CachedAttachment attachment) throws FileChangeFailed {
        attachments.write(attachment.key().fileName(), AttachmentText.of(attachment), AttachmentText.LIMITS);
    }

    /** {@return an attachment} */
    public CacheReading<CachedAttachment> attachment(AttachmentKey key) {
        return attachments.read(key.fileName(), AttachmentText.LIMITS, file -> AttachmentText.read(file, key));
    }

    /** Forgets an attachment after its DEL. */
    public void forgetAttachment(AttachmentKey key) throws FileChangeFailed {
        attachments.remove(key.fileName());
    }

    /** {@return all attachments of the node that are kept} */
    public Listing attachments() throws IOException {
        var keys = new ArrayList<AttachmentKey>();
        var unreadable = new ArrayList<Unreadable>();
        for (var file : files()) {
            switch (attachments.read(file, AttachmentText.LIMITS, AttachmentText::readKey)) {
                case CacheReading.Found<AttachmentKey>(var key) -> keys.add(key);
                case CacheReading.Absent<AttachmentKey> _ -> {}
                case CacheReading.Unusable<AttachmentKey>(var reason) -> unreadable.add(new Unreadable(file, reason));
            }
        }
        return new Listing(keys, unreadable);
    }

    /** {@return those attachments of a container that are kept; those that cannot be read are left out} */
    public List<AttachmentKey> attachmentsOf(String containerId) {
        try {
            return files().stream()
                    .filter(file -> file.contains("-" + containerId + "-"))
                    .flatMap(file -> attachments.read(file, AttachmentText.LIMITS, AttachmentText::readKey)
                                    instanceof CacheReading.Found<AttachmentKey>(var key)
                            ? Stream.of(key)
                            : Stream.empty())
                    .filter(key -> key.containerId().equals(containerId))
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private List<String> files() throws IOException {
        if (!Files.isDirectory(attachments.path())) {
            return List.of();
        }
        try (var files = Files.list(attachments.path())) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
