// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.network.Chained;
import io.linkerd.multus.installer.node.network.NetworkFile;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.Ownership;
import java.util.Optional;

/**
 * Plans how other people's networks are given back: as they were where nobody else has written since, else as they are, without our plugin.
 * So is one whose original is damaged.
 */
record ListEnd(PlanDraft draft, Observed observed) {
    private static final String CHANGED = "another process has changed it since";
    private static final String DAMAGED = "its original, which was kept beside the journal, is damaged";

    void end(JournalEntry entry) {
        switch (entry.kind()) {
            case EDITED_LIST -> edited(entry);
            case CONVERTED_LIST -> converted(entry);
            case CONVERTED_SINGLE -> single(entry);
            case UNSAID, PLUGIN, KUBECONFIG, NETWORK ->
                throw new IllegalArgumentException(entry.kind() + " is no list");
        }
    }

    /** Takes our plugin out of Multus' copy of a network; what a verb has put there is for the verb to end. */
    void copy(String path, NetworkFile file) {
        switch (file) {
            case NetworkFile.Unreadable(var _, var reason) ->
                draft.obstacle(path, reason + "; our plugin may be in a copy that Multus has there");
            case NetworkFile.Text text
            when draft.another(path).isEmpty()
                    && CniNetwork.readSingle(text.text()) instanceof Result.Ok<CniNetwork>(var network) ->
                draft.act(new NodeAction.TakeOutOfCopy(new NodeAction.TakeOut(
                        path,
                        new Content.Edit(network.withoutInCopies(), text.fingerprint()),
                        text.ownership(),
                        "it is Multus' copy of a list")));
            case NetworkFile.Text _, NetworkFile.Directory _ -> {}
        }
    }

    /** {@return whether neither a single network is there nor the list that was made of it} The node may be without any. */
    boolean isLost(JournalEntry entry) {
        return entry.kind() == EntryKind.CONVERTED_LIST && draft.at(entry.path()) instanceof FileState.Absent;
    }

    private void edited(JournalEntry entry) {
        switch (draft.at(entry.path())) {
            case FileState.Absent _ -> forget(entry.path(), "its owner has removed it");
            case FileState.Regular there
            when !entry.isOurs(there.fingerprint()) -> takeOut(entry.path(), there, CHANGED);
            case FileState.Regular there when isDamaged(entry) -> takeOut(entry.path(), there, DAMAGED);
            case FileState.Regular _ -> draft.act(new NodeAction.GiveBack(entry.path(), entry.original()));
            case FileState.Link _ -> forget(entry.path(), "it is a link now, and not ours");
            case FileState.Unusable(var reason) -> draft.cannotUse(entry.path(), reason);
        }
    }

    private void converted(JournalEntry entry) {
        var path = Chained.singleOf(entry.path());
        var single = draft.entry(path);
        var free = single.filter(_ -> draft.at(path) instanceof FileState.Absent);
        if (ends(entry, free) && single.isPresent() && free.isEmpty()) {
            forget(path, "what lies there is not ours");
        }
    }

    /** {@return whether the list is on the node no more, or not as ours} Else its entry stays for what the single network was. */
    private boolean ends(JournalEntry entry, Optional<JournalEntry> free) {
        return switch (draft.at(entry.path())) {
            case FileState.Absent _ -> {
                // Who makes it of that one again has to know that it was there: somebody may go on removing it.
                free.ifPresentOrElse(
                        known -> lost(entry, known), () -> forget(entry.path(), "another process has removed it"));
                yield true;
            }
            case FileState.Regular there -> ends(entry, free, there);
            case FileState.Link _ -> {
                forget(entry.path(), "it is a link now, and not ours");
                yield true;
            }
            case FileState.Unusable(var reason) -> {
                draft.cannotUse(entry.path(), reason);
                yield false;
            }
        };
    }

    private boolean ends(JournalEntry entry, Optional<JournalEntry> free, FileState.Regular there) {
        if (!entry.isOurs(there.fingerprint())) {
            takeOut(entry.path(), there, CHANGED);
            return false;
        }
        if (free.filter(this::isDamaged).isPresent()) {
            takeOut(entry.path(), there, stays(Chained.singleOf(entry.path())));
            return false;
        }
        draft.act(free.<NodeAction>map(known -> new NodeAction.Unconvert(entry.path(), known.path(), known.original()))
                .orElseGet(() -> new NodeAction.GiveBack(entry.path(), entry.original())));
        return true;
    }

    private static String stays(String single) {
        return "it stays in the place of " + single
                + ", since the original of that one, which was kept beside the journal, is damaged;"
                + " its text is the list's plugin: to have it back, write it there, and remove the list";
    }

    /** What a reboot took is its owner's to make again, who may have another network by now. */
    private void lost(JournalEntry list, JournalEntry single) {
        if (draft.isOfEarlierBoot(list)) {
            forget(list.path(), "it is gone since the node was started anew");
            forget(single.path(), "it was of an earlier boot of the node, and has not been made again");
        } else if (isDamaged(single)) {
            draft.obstacle(
                    single.path(),
                    "cannot be given back: " + DAMAGED + ", and the list that was made of it is gone; have its owner"
                            + " write it again, or put a copy of it there");
        } else {
            draft.act(new NodeAction.GiveBack(single.path(), single.original()));
        }
    }

    private boolean isDamaged(JournalEntry entry) {
        return observed.damaged().contains(entry.path());
    }

    /** The list that was made of it decides, where it is ours still. */
    private void single(JournalEntry entry) {
        if (Conversions.listOf(draft.intent(), entry.path()).isEmpty()) {
            forget(entry.path(), "the list that was made of it is not ours any more");
        }
    }

    private void takeOut(String path, FileState.Regular there, String note) {
        switch (Optional.ofNullable(observed.lists().get(path))
                .orElseGet(() -> new NetworkFile.Unreadable(path, "is gone"))) {
            case NetworkFile.Text file
            when !file.fingerprint().equals(there.fingerprint()) -> draft.obstacle(path, NetworkDraft.BEING_CHANGED);
            case NetworkFile.Text file -> takeOut(path, file, there.ownership(), note);
            case NetworkFile.Directory _ -> forget(path, "it is a directory now");
            case NetworkFile.Unreadable(var _, var reason) ->
                draft.obstacle(path, reason + "; our plugin may be in it still");
        }
    }

    private void takeOut(String path, NetworkFile.Text file, Ownership ownership, String note) {
        switch (CniNetwork.readList(file.text())) {
            case Result.Ok<CniNetwork>(var network)
            when network.hasLinkerd() ->
                draft.act(new NodeAction.TakeOut(
                        path, new Content.Edit(network.without(), file.fingerprint()), ownership, note));
            case Result.Ok<CniNetwork> _ -> forget(path, "another process has taken our plugin out of it");
            case Result.Not<CniNetwork>(var reason) ->
                draft.obstacle(path, "is no network any more (" + reason + "); our plugin may be in it still");
        }
    }

    private void forget(String path, String note) {
        draft.act(new NodeAction.Forget(path, note));
    }
}
