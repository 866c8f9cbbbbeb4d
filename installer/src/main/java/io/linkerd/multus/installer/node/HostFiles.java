// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.Journal;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.JournalStore;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.node.network.Chained;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The host's files by the paths that the host has for them, changed one at a time. */
record HostFiles(HostRoot host, JournalStore store, DurableFiles files, Stood stood) {
    private static final Original NOTHING = new Original.Nothing();
    private static final String BEING_CHANGED = "another process is changing it at this moment";

    /** A list stays theirs, with its label and the like; one that was made of a single network has that one's. */
    void put(DesiredFile file, Journal journal) throws FileChangeFailed {
        var at = host.at(file.path());
        stood.trying(file.path());
        switch (file.kind()) {
            case EDITED_LIST -> files.replaceKeeping(at, file.content(), file.ownership());
            case CONVERTED_LIST -> {
                if (isThere(file.path())) {
                    requireOurs(file.path(), journal);
                }
                var single = journal.entry(Chained.singleOf(file.path())).map(JournalEntry::original);
                files.replace(
                        at,
                        file.content(),
                        file.ownership(),
                        single.orElse(NOTHING).attributes());
            }
            case UNSAID, PLUGIN, KUBECONFIG, NETWORK, CONVERTED_SINGLE ->
                files.replace(at, file.content(), file.ownership());
        }
        stood.put(file);
    }

    /** Gives somebody else's file another content, and leaves it theirs. */
    void edit(String path, Content content, Ownership ownership) throws FileChangeFailed {
        files.replaceKeeping(host.at(path), content, ownership);
    }

    /** Puts back what was there before us. */
    void restore(String path, Original original) throws FileChangeFailed {
        var at = host.at(path);
        switch (original) {
            case Original.Nothing _ -> files.remove(at);
            case Original.Link(var target) -> files.replaceByLink(at, target);
            case Original.File(var fingerprint, var ownership, var attributes) ->
                files.replace(at, new Content.Copy(store.original(fingerprint), fingerprint), ownership, attributes);
        }
    }

    /** {@return the paths of which what was kept is gone, or another content by now} */
    Set<String> damaged(Stream<JournalEntry> entries) {
        return entries.filter(entry -> isDamaged(entry.original()))
                .map(JournalEntry::path)
                .collect(Collectors.toSet());
    }

    private boolean isDamaged(Original original) {
        return original instanceof Original.File(var kept, var _, var _) && kept.isLostFrom(store.original(kept));
    }

    /** As late as can be: what somebody else has written since it was looked at is theirs. */
    void requireOurs(String path, Journal journal) throws FileChangeFailed {
        try {
            var there = Fingerprint.of(host.at(path));
            if (!journal.entry(path).filter(entry -> entry.isOurs(there)).isPresent()) {
                throw new IOException(BEING_CHANGED);
            }
        } catch (IOException e) {
            throw FileChangeFailed.ofReading("change", host.at(path), e);
        }
    }

    /** Whether anything is at a path, a link that leads nowhere included. */
    boolean isThere(String path) {
        return Files.exists(host.at(path), LinkOption.NOFOLLOW_LINKS);
    }

    /** Removes what holds these bytes still, or a link to what does. */
    void retire(String path, Fingerprint made) throws FileChangeFailed {
        try {
            if (!Fingerprint.of(host.directory(path)).equals(made)) {
                throw new IOException(BEING_CHANGED);
            }
        } catch (IOException e) {
            throw FileChangeFailed.ofReading("remove", host.at(path), e);
        }
        files.remove(host.at(path));
    }

    void remove(String path) throws FileChangeFailed {
        files.remove(host.at(path));
    }

    void makeDirectory(String path) throws FileChangeFailed {
        files.makeDirectory(host.at(path));
    }

    /** Tells whether the directory is gone now. */
    boolean removeDirectory(String path) throws FileChangeFailed {
        return files.removeDirectory(host.at(path));
    }
}
