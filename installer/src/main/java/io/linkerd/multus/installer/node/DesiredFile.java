// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Ownership;

/**
 * A file as it should be.
 *
 * @param path as the host sees it
 * @param kind what it is; a plugin that somebody else puts over ours is worth keeping
 * @param yields whether it is forgotten where another content than ours lies there
 */
public record DesiredFile(String path, Content content, Ownership ownership, EntryKind kind, boolean yields) {
    /** A file that is put right whatever lies there. */
    public DesiredFile(String path, Content content, Ownership ownership, EntryKind kind) {
        this(path, content, ownership, kind, false);
    }
}
