// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import java.util.Optional;

/** Plans for whole files of ours. */
record FileDraft(PlanDraft draft) {
    private static final Original NOTHING = new Original.Nothing();
    private static final String NOT_OURS = "what lies there is not ours";

    void put(DesiredFile file) {
        if (draft.isAnothers(file.path())) {
            return;
        }
        var entry = draft.entry(file.path());
        if (file.yields() && !isStillOurs(file, entry)) {
            entry.ifPresent(_ -> draft.act(new NodeAction.Forget(file.path(), NOT_OURS)));
            return;
        }
        var original = entry.map(JournalEntry::original).orElse(NOTHING);
        switch (draft.at(file.path())) {
            case FileState.Absent _ ->
                draft.write(file, entry.isPresent() ? draft.undone(file.path(), Reason.DELETED) : Reason.NEW, original);
            case FileState.Regular there -> putOver(file, there, entry);
            case FileState.Link(var target) -> {
                if (entry.isPresent()) {
                    draft.write(file, draft.undone(file.path(), Reason.OVERWRITTEN), original);
                } else {
                    draft.write(file, Reason.TAKEN_OVER, new Original.Link(target));
                }
            }
            case FileState.Unusable(var reason) -> draft.cannotUse(file.path(), reason);
        }
    }

    void end(JournalEntry entry) {
        var path = entry.path();
        switch (draft.at(path)) {
            case FileState.Absent _ ->
                draft.act(
                        entry.original() instanceof Original.Nothing
                                ? new NodeAction.Forget(path, "nothing lies there")
                                : new NodeAction.GiveBack(path, entry.original()));
            case FileState.Regular there
            when entry.isOurs(there.fingerprint()) -> draft.act(new NodeAction.GiveBack(path, entry.original()));
            case FileState.Regular _, FileState.Link _ -> draft.act(new NodeAction.Forget(path, NOT_OURS));
            case FileState.Unusable(var reason) -> draft.cannotUse(path, reason);
        }
    }

    private boolean isStillOurs(DesiredFile file, Optional<JournalEntry> entry) {
        return entry.isPresent()
                && switch (draft.at(file.path())) {
                    case FileState.Regular there ->
                        entry.get().isOurs(there.fingerprint())
                                || there.fingerprint().equals(file.content().fingerprint());
                    case FileState.Link _ -> false;
                    case FileState.Absent _, FileState.Unusable _ -> true;
                };
    }

    private void putOver(DesiredFile file, FileState.Regular there, Optional<JournalEntry> entry) {
        boolean sameContent = there.fingerprint().equals(file.content().fingerprint());
        if (sameContent && there.ownership().equals(file.ownership())) {
            return;
        }
        if (entry.isPresent() && entry.get().isOurs(there.fingerprint())) {
            var reason = sameContent ? Reason.PERMISSIONS : draft.replaced(file);
            draft.write(file, reason, entry.get().original(), there.fingerprint());
        } else if (entry.isEmpty()) {
            writeOverTheirs(file, Reason.TAKEN_OVER, there);
        } else if (file.kind() == EntryKind.PLUGIN && there.program()) {
            writeOverTheirs(file, draft.undone(file.path(), Reason.OVERWRITTEN), there);
        } else {
            draft.write(
                    file,
                    draft.undone(file.path(), Reason.OVERWRITTEN),
                    entry.get().original());
        }
    }

    private void writeOverTheirs(DesiredFile file, Reason reason, FileState.Regular theirs) {
        if (!theirs.ownership().hasOwnerOf(file.ownership())) {
            draft.cannotUse(
                    file.path(),
                    "the file that is there belongs to user and group "
                            + theirs.ownership().owner()
                            + ", to whom the installer may not give it back later; give it to "
                            + file.ownership().owner() + " (chown), or remove it");
        } else if (draft.write(file, reason, new Original.File(theirs.fingerprint(), theirs.ownership()))) {
            draft.keep(file.path(), theirs.fingerprint());
        }
    }
}
